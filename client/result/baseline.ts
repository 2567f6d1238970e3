import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Baseline } from './reasons.ts';
import type { SdkResult } from './result.ts';
import schema from './sdk.schema.json' with { type: 'json' };

/** Reads the result of an earlier run; throws one sentence where the file is none. */
export function readBaseline(file: string): Baseline {
  const { coverage: before, findings: all } = resultIn(file);
  const breaches = all.filter(({ level }) => level === 'breach');
  const ids = new Set(breaches.map(({ id }) => id));
  return {
    has: (id) => ids.has(id),
    goneFrom: (findings, requests) => {
      const exercised = new Set(requests.map(({ endpoint }) => endpoint));
      const left = new Set(findings.map(({ id }) => id));
      return breaches.filter(({ id, endpoint }) => exercised.has(endpoint) && !left.has(id)).map(({ id }) => id);
    },
    lostFrom: ({ operations, fields }) => [
      ...operations.never.filter((name) => before.operations.met.includes(name)),
      ...fields.never.filter((name) => before.fields.met.includes(name)),
    ],
  };
}

function resultIn(file: string): SdkResult {
  const result: unknown = parsed(file);
  const ajv = new Ajv2020({ strict: true });
  addFormats.default(ajv);
  const isResult = ajv.compile<SdkResult>(schema);
  if (isResult(result)) return result;
  const [error] = isResult.errors ?? [];
  throw new Error(
    `${file} is no result of the SDK gate (${error?.instancePath || '/'} ${error?.message}): give a sdk.json.`,
  );
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is no JSON' : 'cannot be read';
    throw new Error(`${file} ${reason}: give the sdk.json of an earlier run as --baseline.`);
  }
}
