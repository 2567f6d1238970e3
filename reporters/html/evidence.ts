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

/** Returns the key and the evidence of a finished test: of its failure, else of the failure before its second run. */
export function evidenceOf(test: TestCase, result: TestResult): [string, Evidence] {
  const file = path.relative(process.cwd(), test.location.file);
  const tries = [result, ...test.results.filter(({ retry }) => retry < result.retry)].map(textsOf);
  const broken = tries.find((texts) => texts.some(({ name }) => name.startsWith(BREACH))) ?? [];
  return [testKey({ file, line: test.location.line, title: test.title }), { exchanges: brokenFirst(broken) }];
}

function textsOf({ attachments }: TestResult): Exchanged[] {
  return attachments.flatMap(({ name, contentType, body }) =>
    contentType === 'text/plain' && body !== undefined ? [{ name, text: body.toString() }] : [],
  );
}

/** Returns the exchanges of a failed test, invalid ones first. */
function brokenFirst(texts: readonly Exchanged[]): Exchanged[] {
  const found = new Set(texts.map(({ name }) => name).filter((name) => name.startsWith(BREACH)));
  const isFound = ({ name }: Exchanged) => found.has(name) || found.has(`${BREACH}${name}`);
  const whole = texts.filter(({ text }) => /^\$ /m.test(text));
  return [...whole.filter(isFound), ...whole.filter((exchange) => !isFound(exchange))];
}
