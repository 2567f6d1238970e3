import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { derived } from '#reporters/derived';
import { type Shown, shownIn } from '#reporters/html/shown';
import schema from '#results/conformance.schema.json' with { type: 'json' };
import type { Conformance } from '#results/document';
import { registerDigest } from '#run/digest';
import { readJsonFile } from '#run/json-file';
import { suiteOf } from '#run/process/program';

export interface Remade {
  readonly problems: readonly string[];
  readonly note?: string;
}

/**
 * Makes the page, the summary, the CSV, the badge and the answers again from the result in a folder, and compares
 * JUnit's failures with it. Other suites write other reports of the same result, so only the same suite can check them.
 */
export function remade(folder: string): Remade {
  const result = path.join(folder, 'conformance.json');
  const shown = shownIn(folder);
  if (!existsSync(result) || !shown) return notMade('conformance.json or page.json is missing, which they are made of');
  const document = readJsonFile<Conformance>(result, schema).value;
  const own = suiteOf(registerDigest(document.decision.subject));
  const { version, commit, register } = document.suite;
  if (version !== own.version || commit !== own.commit || register !== own.register)
    return notMade(`they are of version ${version}, commit ${commit || 'unknown'}: check it out to make them`);
  return { problems: [...otherwise(folder, document, shown), ...junitProblems(folder, document)] };
}

function notMade(why: string): Remade {
  return { problems: [], note: `The reports were not made again: ${why}.` };
}

function otherwise(folder: string, document: Conformance, shown: Shown): string[] {
  return Object.entries(derived).flatMap(([name, make]) => {
    const text = textOf(folder, name);
    if (text === undefined || text === make(document, shown)) return [];
    return [`${name} is not what conformance.json makes of it: it was changed before it was signed.`];
  });
}

function junitProblems(folder: string, { requirements }: Conformance): string[] {
  const text = textOf(folder, 'junit.xml');
  if (text === undefined) return [];
  const failures = text.match(/<failure /g)?.length ?? 0;
  const broken = requirements
    .flatMap(({ tests }) => tests)
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ file, title }) => `${file} ${title}`);
  const expected = new Set(broken).size;
  if (failures === expected) return [];
  return [`junit.xml has ${failures} failures, and conformance.json ${expected} tests that failed.`];
}

function textOf(folder: string, name: string): string | undefined {
  const file = path.join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
