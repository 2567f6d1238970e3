import path from 'node:path';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { BREACH } from '#api/cause';

export interface Evidence {
  readonly exchanges: readonly Exchanged[];
}

/** An exchange as it was attached to a test: `POST /oauth/token → 400` and its text. */
export interface Exchanged {
  readonly name: string;
  readonly text: string;
}

/** The evidence of the tests of a run, by the place and the title of the test. */
export type EvidenceByTest = ReadonlyMap<string, Evidence>;

export function testKey({ file, line, title }: { file: string; line: number; title: string }): string {
  return JSON.stringify([file, line, title]);
}

/** The key and the evidence of a test that has ended. */
export function evidenceOf(test: TestCase, result: TestResult): [string, Evidence] {
  const file = path.relative(process.cwd(), test.location.file);
  const first = test.results.find(({ retry }) => retry < result.retry);
  const exchanges = first && !isBroken(result) ? bothTimes(first, result) : brokenFirst(textsOf(result));
  const key = testKey({ file, line: test.location.line, title: test.title });
  return [key, { exchanges }];
}

function textsOf({ attachments }: TestResult): Exchanged[] {
  return attachments.flatMap(({ name, contentType, body }) =>
    contentType === 'text/plain' && body !== undefined ? [{ name, text: body.toString() }] : [],
  );
}

function isBroken(result: TestResult): boolean {
  return textsOf(result).some(({ name }) => name.startsWith(BREACH));
}

/** Returns, for a test that failed once, the exchange that was wrong and the one in its place when it was run again. */
function bothTimes(first: TestResult, again: TestResult): Exchanged[] {
  const before = textsOf(first);
  const [wrong] = brokenFirst(before);
  const place = before.findIndex(({ name }) => name === wrong?.name);
  const right = textsOf(again).at(place) ?? textsOf(again).at(-1);
  const named = (exchange: Exchanged | undefined, when: string) =>
    exchange ? [{ ...exchange, name: `${when}: ${exchange.name}` }] : [];
  return [...named(wrong, 'The first time'), ...named(right, 'Run again alone')];
}

/** The exchanges of a broken test, those first that were found wrong; none of a test that is not broken. */
function brokenFirst(texts: readonly Exchanged[]): Exchanged[] {
  if (!texts.some(({ name }) => name.startsWith(BREACH))) return [];
  const found = new Set(texts.map(({ name }) => name).filter((name) => name.startsWith(BREACH)));
  const isFound = ({ name }: Exchanged) => found.has(name) || found.has(`${BREACH}${name}`);
  const whole = texts.filter(({ text }) => /^\$ /m.test(text));
  return [...whole.filter(isFound), ...whole.filter((exchange) => !isFound(exchange))];
}
