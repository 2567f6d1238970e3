import { rmSync } from 'node:fs';
import { groupByKey } from '#api/group-by-key';
import { treeLabels, writeRows } from '#reporters/allure/results';
import { type EvidenceByTest, testKey } from '#reporters/html/evidence';
import type { Case } from '#reporters/junit';
import type { Outcome } from '#results/outcome';
import type { ClientOutcome, ClientTest } from './outcomes.ts';
import type { Exchange } from './played.ts';

/** Holds the project that the results of a client stand under in an Allure report. */
const PROJECT = 'client';

/** Returns every scenario as a case of JUnit: as the worst of what it came to for its requirements, with each of the reasons. */
export function toCases(outcomes: readonly ClientOutcome[]): Case[] {
  const rows = outcomes.flatMap(({ requirement: { id }, tests }) => tests.map((test) => ({ id, test })));
  return [...groupByKey(rows, ({ test }) => testKey(test)).values()].flatMap((own) => {
    const [{ test: first } = {}] = own;
    const outcome = worstFirst.find((word) => own.some(({ test }) => test.outcome === word));
    if (!first || !outcome) return [];
    const told = own.filter(({ test }) => test.outcome === outcome && test.reason !== undefined);
    const reason = told.map(({ id, test }) => `${id}: ${test.reason}`).join('\n');
    const { title, file, line } = first;
    const judged = { title, file, line, outcome, ...(reason === '' ? {} : { reason }) };
    return [{ title, file, labels: own.map(({ id }) => ['requirement', id] as const), seconds: 0, judged }];
  });
}

const worstFirst: readonly Outcome[] = ['failed', 'waived', 'warned', 'passed', 'answered', 'not exercised'];

/** Returns the requests that show a failure, for the page. */
export function collectEvidence(outcomes: readonly ClientOutcome[]): EvidenceByTest {
  const found = new Map<string, { exchanges: { name: string; text: string }[] }>();
  for (const test of outcomes.flatMap(({ tests }) => tests)) {
    const before = found.get(testKey(test)) ?? { exchanges: [] };
    const exchanges = [...before.exchanges, ...shown(test)];
    found.set(testKey(test), { exchanges });
  }
  return found;
}

function shown({ exchange }: ClientTest): { name: string; text: string }[] {
  return exchange ? [{ name: nameOf(exchange), text: textOf(exchange) }] : [];
}

function nameOf({ record }: Exchange): string {
  return `request ${record.number}: ${record.method} ${record.target} → ${record.status}`;
}

/** Returns a request as it was sent and answered, without its secrets. */
function textOf({ record }: Exchange): string {
  const { method, target, protocol, headers, body, status, answer } = record;
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${target} ${protocol}`, ...lines, '', body, '', `→ ${status}`, answer].join('\n');
}

/** Writes a test result of Allure for each requirement. */
export function writeAllure(outcomes: readonly ClientOutcome[], folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const rows = outcomes.map(({ requirement: { id, endpoint, text, level, outcome, reason = '' } }) => ({
    project: PROJECT,
    group: endpoint,
    key: id,
    title: `${id} ${text}`,
    outcome,
    message: reason,
    labels: [
      ...treeLabels(PROJECT, endpoint, id),
      { name: 'requirement', value: id },
      { name: 'level', value: level },
      { name: 'outcome', value: outcome },
    ],
  }));
  writeRows(rows, folder);
}
