import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { shortReason } from '#reporters/html/checks';
import type { Conformance } from '#results/document';
import { ownFolder } from './own-folder.ts';
import { runCommand } from './run-command.ts';
import { runSuite } from './run-suite.ts';

/** A must fails, so that what was exchanged is in the reports; questions and observations of two operations are there too. */
const variables = { MOCK_FAULT: 'order-no-number-code', SEED: '7', RUN_ID: 'merged' };
const projects = ['--project=instore-orders', '--project=point-payment-intents'];

/** A folder of its own. */
export const folder = (name: string) => ownFolder(name);
/** One shard of several. */
export const shard = (current: number, total: number) =>
  runSuite(variables, ...projects, `--shard=${current}/${total}`);

/** Merges the reports of these folders. */
export async function merge(...folders: string[]) {
  const reports = folder('merged');
  return { reports, ...(await runCommand('merge', folders, { REPORTS_DIR: reports })) };
}

export const read = (reports: string, name: string) => readFileSync(path.join(reports, name), 'utf8');
export const documentIn = (reports: string): Conformance => JSON.parse(read(reports, 'conformance.json'));

/** A result without what differs between two runs of the same: times, the port, what an answer holds, control requests. */
function essence(reports: string) {
  const { requirements, shards: _, requests, times, started, ended, target, ...rest } = documentIn(reports);
  const rows = requirements.map(({ reason = '', cause, tests, ...row }) => ({
    ...row,
    reason: shortReason({ reason, ...(cause ? { cause } : {}) }),
    cause: cause?.kind,
    tests: tests.map((one) => ({ ...one, reason: shortReason(one), cause: one.cause?.kind })),
  }));
  return {
    ...rest,
    requirements: rows,
    asked: Object.keys(requests),
    timed: Object.keys(times),
    target: target.name,
  };
}

/** Returns Allure's facts about each test, without what differs between two runs. */
function allureResults(reports: string) {
  const folderOfResults = path.join(reports, 'allure-results');
  const results = readdirSync(folderOfResults).filter((name) => name.endsWith('-result.json'));
  return results
    .map((name) => JSON.parse(read(folderOfResults, name)))
    .map(({ fullName, status, testCaseId, historyId, labels, parameters, attachments }) => ({
      fullName,
      ids: [testCaseId, historyId],
      status,
      parameters,
      attachments: attachments.length,
      labels: labels.filter(({ name }: { name: string }) => name !== 'thread'),
    }))
    .sort((one, other) => (one.fullName < other.fullName ? -1 : 1));
}

/** The run that is not shared, which the merges are held against. */
export const wholeRun = () => runSuite(variables, ...projects);

/** Holds a merge against the run that is not shared, in every report. */
export function expectSame(merged: Awaited<ReturnType<typeof merge>>, whole: string): void {
  expect(merged).toMatchObject({ code: 1, stdout: expect.stringContaining('FAILED ORD-10') });
  expect(essence(merged.reports)).toEqual(essence(whole));
  expect(read(merged.reports, 'badge.json')).toBe(read(whole, 'badge.json'));
  expect(allureResults(merged.reports)).toEqual(allureResults(whole));
  const files = (reports: string) => readdirSync(reports).filter((name) => !/^(?:test-results|shards)$/.test(name));
  expect(files(merged.reports)).toEqual(files(whole));
  for (const name of ['junit.xml', 'conformance.html'])
    expect(read(merged.reports, name).match(/ORD-10/g)).toEqual(read(whole, name).match(/ORD-10/g));
}
