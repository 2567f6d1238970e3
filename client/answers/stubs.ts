import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Reply } from '../wire/traffic.ts';
import { createJsonReply } from './store.ts';
import schema from './stubs.schema.json' with { type: 'json' };

/** Describes the answer to a method and a path that is none of the six operations; a segment in braces matches any. */
export interface Stub {
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Reads a file of stubs; throws one sentence where it is none. */
export function readStubs(file: string): Stub[] {
  const stubs: unknown = parsed(file);
  const isStubs = new Ajv2020({ strict: true }).compile<Stub[]>(schema);
  if (isStubs(stubs)) return stubs;
  const [error] = isStubs.errors ?? [];
  throw new Error(
    `${file} is no list of stubs (${error?.instancePath || '/'} ${error?.message}): give [{"method": "GET", "path": "/v1/payments/{id}", "body": {}}].`,
  );
}

/** Returns the reply of the first stub for a request. */
export function findStub(stubs: readonly Stub[], method: string, path: string): Reply | undefined {
  const stub = stubs.find((one) => one.method.toUpperCase() === method && matches(one.path, path));
  if (!stub) return undefined;
  const { status = 200, headers = {}, body } = stub;
  const reply = body === undefined ? { status, headers: [], body: Buffer.alloc(0) } : createJsonReply(status, body);
  return { ...reply, headers: [...reply.headers, ...Object.entries(headers)] };
}

function matches(template: string, path: string): boolean {
  const [parts, segments] = [template.split('/'), path.split('/')];
  const fits = (part: string, index: number) => /^\{.*\}$/.test(part) || part === segments[index];
  return parts.length === segments.length && parts.every(fits);
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is no JSON' : 'cannot be read';
    throw new Error(`${file} ${reason}: give a file of stubs as --stubs.`);
  }
}
