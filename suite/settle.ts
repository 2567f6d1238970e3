import { stripVTControlCharacters } from 'node:util';
import type { TestInfo } from '@playwright/test';
import { LEVEL, REQUIREMENT } from './covers.ts';
import { tellObserved } from './observed.ts';
import { redact } from './redact.ts';
import { type Level, levels } from './requirement.ts';
import { UNPROVEN } from './stop.ts';
import { waiverFor, wordsOf } from './waivers/apply.ts';
import { type PlacedWaiver, runWaivers } from './waivers/file.ts';

/** The annotation types that say how a test ended beyond what its status says. */
export const WARNING = 'warning';
export const ANSWER = 'answer';

/**
 * Decides the outcome of a test that has just run, so that every reporter sees the same: a stop is a skip, so is a
 * breach that is waived, a breach of a should is a warning (a failure where `strict`), a question that could not be
 * asked is a skip, and nothing that is reported holds a secret.
 */
export function settle(testInfo: TestInfo, strict: boolean, waivers = runWaivers()): void {
  clean(testInfo);
  tellObserved();
  if (testInfo.status === 'passed') leaveOutUnproven(testInfo);
  const level = strictest(testInfo);
  const waiver = waiverFor(testInfo.annotations, waivers);
  if (testInfo.status !== 'failed' && testInfo.status !== 'timedOut') return;
  if (testInfo.annotations.some(({ type }) => type === 'skip')) skip(testInfo);
  else if (waiver) waive(testInfo, waiver);
  else if (level === 'question') notAsked(testInfo);
  else if (level === 'should' && !strict) warn(testInfo);
  else name(testInfo);
}

/** A test may answer a question besides what it asserts; the stricter level decides how it ends. */
function strictest({ annotations }: TestInfo): Level | undefined {
  return levels.find((level) =>
    annotations.some(({ type, description }) => type === LEVEL && description === level),
  );
}

function clean(testInfo: TestInfo): void {
  for (const error of testInfo.errors) {
    if (error.message) error.message = redact(error.message);
    if (error.stack) error.stack = redact(error.stack);
    if (error.value) error.value = redact(error.value);
  }
  for (const annotation of testInfo.annotations)
    if (annotation.description) annotation.description = redact(annotation.description);
}

/** What an outage left out is worth another try with --last-failed; what is skipped for a reason that stays is not. */
function skip(testInfo: TestInfo): void {
  const description = testInfo.annotations.find(({ type }) => type === 'skip')?.description ?? '';
  if (!description.startsWith('inconclusive')) testInfo.expectedStatus = 'skipped';
  testInfo.status = 'skipped';
  testInfo.errors.length = 0;
}

/** A pass that stands on nothing is no pass. */
function leaveOutUnproven(testInfo: TestInfo): void {
  const unproven = testInfo.annotations.find(({ type }) => type === UNPROVEN);
  if (!unproven) return;
  testInfo.annotations.push({ ...unproven, type: 'skip' });
  skip(testInfo);
}

function waive(testInfo: TestInfo, waiver: PlacedWaiver): void {
  testInfo.annotations.push({ type: 'skip', description: `waived: ${wordsOf(waiver)}` });
  skip(testInfo);
}

function notAsked(testInfo: TestInfo): void {
  testInfo.annotations.push({ type: 'skip', description: `not exercised: ${messageOf(testInfo)}` });
  skip(testInfo);
}

function warn(testInfo: TestInfo): void {
  testInfo.annotations.push({ type: WARNING, description: messageOf(testInfo) });
  testInfo.status = 'passed';
  testInfo.errors.length = 0;
}

/** A failure says first which requirement is broken. */
function name(testInfo: TestInfo): void {
  const ids = testInfo.annotations
    .filter(({ type }) => type === REQUIREMENT)
    .map(({ description }) => description);
  for (const error of testInfo.errors) error.message = `${ids.join(', ')}: ${error.message ?? ''}`;
}

/** What went wrong, in plain text without terminal colours. */
function messageOf(testInfo: TestInfo): string {
  return testInfo.errors.map(({ message }) => stripVTControlCharacters(message ?? '')).join('\n');
}
