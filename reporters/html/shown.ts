import path from 'node:path';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { BREACH } from '#api/cause';
import type { CauseGroup } from '#results/cause-groups';
import type { Conformance } from '#results/document';
import type { RunRecord } from '#results/history/history';
import type { CreatedResources } from '#safety/created-resources';
import type { Language } from './frame.ts';

export interface Shown {
  readonly evidence: EvidenceByTest;
  readonly left: CreatedResources | undefined;
  readonly earlier: readonly RunRecord[];
  readonly language: Language;
}

/** A defect with its number on the page and the id of its entry. */
export interface Numbered extends CauseGroup {
  readonly number: number;
  readonly anchor: string;
}

export interface Page {
  readonly document: Conformance;
  readonly shown: Shown;
  readonly fixes: readonly Numbered[];
  readonly warned: readonly Numbered[];
}

/** An exchange as it was attached to a test: `POST /oauth/token → 400` and its text. */
export interface Exchanged {
  readonly name: string;
  readonly text: string;
}

/** The exchanges that the page shows of a test, by its place and title. */
export type EvidenceByTest = ReadonlyMap<string, readonly Exchanged[]>;

/** Returns the key of a test among what the page shows of each. */
export function testKey({ file, line, title }: { file: string; line: number; title: string }): string {
  return JSON.stringify([file, line, title]);
}

/** Returns the key and the exchanges of a finished test: of its failure, else of its failure and of its second run. */
export function getEvidence(test: TestCase, result: TestResult): [string, readonly Exchanged[]] {
  const file = path.relative(process.cwd(), test.location.file);
  const earlier = test.results.find(({ retry }) => retry < result.retry);
  const selected = selectExchanges(getTexts(result), earlier ? getTexts(earlier) : []);
  const exchanges = selected.map(({ name, text }) => ({ name: name.replace(BREACH, ''), text }));
  return [testKey({ file, line: test.location.line, title: test.title }), exchanges];
}

function selectExchanges(now: readonly Exchanged[], before: readonly Exchanged[]): Exchanged[] {
  if (now.some(isBroken)) return brokenFirst(now);
  return before.some(isBroken) ? bothTimes(before, now) : [];
}

const isBroken = ({ name }: Exchanged) => name.startsWith(BREACH);

/** Returns the exchange that was wrong and the one in its place when the test was run again. */
function bothTimes(before: readonly Exchanged[], again: readonly Exchanged[]): Exchanged[] {
  const [wrong] = brokenFirst(before);
  const right = again.at(before.findIndex(({ name }) => name === wrong?.name)) ?? again.at(-1);
  return [
    ...(wrong ? [{ ...wrong, name: `The first time: ${wrong.name}` }] : []),
    ...(right ? [{ ...right, name: `Run again alone: ${right.name}` }] : []),
  ];
}

function getTexts({ attachments }: TestResult): Exchanged[] {
  return attachments.flatMap(({ name, contentType, body }) =>
    contentType === 'text/plain' && body !== undefined ? [{ name, text: body.toString() }] : [],
  );
}

function brokenFirst(texts: readonly Exchanged[]): Exchanged[] {
  return [...texts.filter(isBroken), ...texts.filter((exchange) => !isBroken(exchange))];
}
