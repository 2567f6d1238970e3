import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { groupByKey } from '#api/group-by-key';
import { escapeControls } from '#api/text';
import type { Conformance } from '#results/document';
import { type FinishedTest, getUnrunOutcome, getWorstOutcome } from '#results/finished-test';
import { nameOutcome, type Outcome, type TestOutcome } from '#results/verdict';
import { shortReason } from './html/checks.ts';
import { html, type Markup } from './html/texts.ts';

export interface Case {
  readonly title: string;
  readonly file: string;
  readonly labels: readonly (readonly [name: string, value: string])[];
  readonly seconds: number;
  readonly judged: TestOutcome;
  readonly project?: string;
  readonly attachments?: readonly Pick<TestResult['attachments'][number], 'name' | 'body'>[];
  /** Milliseconds since the epoch. */
  readonly start?: number;
}

/** Returns JUnit: violations are failures, warnings output, an outage one error; skips and waivers have reasons. */
export function junit(document: Conformance, cases: readonly Case[]): string {
  return toJunit('conformance', cases, runSuite(document));
}

/** Returns cases as JUnit, a suite for each file. */
export function toJunit(name: string, cases: readonly Case[], first?: Markup): string {
  const suites = [...groupByKey(cases, ({ file }) => file)];
  const { markup } = html`<testsuites name="${name}">
${first}${suites.map(([file, cases]) => suite(file, cases))}</testsuites>
`;
  return escapeControls(`<?xml version="1.0" encoding="UTF-8"?>\n${markup}`);
}

/** Returns the tests of a run as cases, with those that were selected and did not run. */
export function toCases(results: readonly FinishedTest[], selected: readonly TestCase[]): Case[] {
  const ran = results.map(({ test, result }) => getCase(test, getWorstOutcome(test, result), result));
  const unrun = selected.filter(({ results: tries }) => tries.length === 0);
  return [...ran, ...unrun.map((test) => getCase(test, getUnrunOutcome(test)))];
}

function getCase(test: TestCase, judged: TestOutcome, result?: TestResult): Case {
  const labels = test.annotations
    .filter(({ type }) => type !== 'skip' && type !== 'warning' && !type.startsWith('_'))
    .map(({ type, description = '' }) => [type.replace('@allure.label.', ''), description] as const)
    .concat([['outcome', nameOutcome(judged.outcome)]]);
  return {
    title: test.titlePath().slice(3).join(' › '),
    file: path.relative(process.cwd(), test.location.file),
    labels,
    seconds: (result?.duration ?? 0) / 1000,
    judged,
    project: test.parent.project()?.name ?? '',
    ...(result && { attachments: result.attachments, start: result.startTime.getTime() }),
  };
}

/** Returns a case that is no test of the suite. */
export function toCase(file: string, title: string, outcome: Outcome, reason: string): Case {
  const judged = { title, file, line: 1, outcome, ...(reason === '' ? {} : { reason }) };
  return { title, file, labels: [], seconds: 0, judged };
}

/** Returns one case for the whole run: its decision, and the reasons that no test shows. */
function runSuite({ decision, verdict, target, started }: Conformance): Markup {
  const inTests = new Set(['breach', 'strict']);
  const [error] = decision.reasons.filter(({ kind, tone }) => tone === 'red' && !inTests.has(kind));
  const properties = { decision: decision.words, tone: decision.tone, verdict, target: target.name };
  const text = error && html`<error type="${error.kind}" message="${xml(error.words)}">${xml(decision.words)}</error>`;
  return html`<testsuite name="run" timestamp="${started}" tests="1" failures="0" errors="${error ? 1 : 0}" skipped="0">
${getProperties(Object.entries(properties))}<testcase name="the run" classname="run">${text}</testcase>
</testsuite>
`;
}

function suite(file: string, cases: readonly Case[]): Markup {
  const count = (isSuch: (outcome: TestOutcome) => boolean) => cases.filter(({ judged }) => isSuch(judged)).length;
  const seconds = cases.reduce((sum, row) => sum + row.seconds, 0);
  return html`<testsuite name="${file}" tests="${cases.length}" failures="${count(isFailed)}" errors="0" skipped="${count(isSkipped)}" time="${seconds.toFixed(3)}">
${cases.map(testCase)}</testsuite>
`;
}

function testCase({ title, file, labels, seconds, judged }: Case): Markup {
  return html`<testcase name="${xml(title)}" classname="${file}" time="${seconds.toFixed(3)}">
${getProperties(labels)}${toOutcome(judged)}</testcase>
`;
}

function toOutcome(judged: TestOutcome): Markup | undefined {
  const reason = xml(judged.reason ?? '');
  if (isFailed(judged)) return html`<failure type="breach" message="${xml(shortReason(judged))}">${reason}</failure>\n`;
  if (judged.outcome === 'warned')
    return html`<system-out>WARNING: ${xml(shortReason(judged))}\n${reason}</system-out>\n`;
  return isSkipped(judged) ? html`<skipped message="${judged.outcome}: ${reason}"/>\n` : undefined;
}

function isFailed({ outcome }: TestOutcome): boolean {
  return outcome === 'failed';
}

function isSkipped({ outcome }: TestOutcome): boolean {
  return ['not exercised', 'inconclusive', 'waived', 'unstable'].includes(outcome);
}

function getProperties(rows: readonly (readonly [name: string, value: string])[]): Markup | undefined {
  if (rows.length === 0) return undefined;
  return html`<properties>
${rows.map(([name, value]) => html`<property name="${name}" value="${xml(value)}"/>\n`)}</properties>
`;
}

/** Replaces characters that XML does not allow: controls other than tabs and line ends, and lone surrogates. */
function xml(text: string): string {
  return stripVTControlCharacters(text).replace(/[^\P{Cc}\t\n\r]|[\p{Cs}\ufffe\uffff]/gu, '\ufffd');
}
