import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { register } from '#api/register';
import type { RegisteredRequirement } from '#api/requirement';
import preferences from '#factories/preferences/counts.json' with { type: 'json' };
import { type EvidenceByTest, testKey } from '#reporters/html/shown';
import { type DecisionInput, decideRun, emptyDecisionInput } from '#results/decision';
import type { Conformance, UndecidedResult } from '#results/document';
import type { RunRecord } from '#results/history/history';
import { toHistoryRecord } from '#results/history/record';
import { computeVerdict, countOutcomes, judgeRequirement, type TestOutcome } from '#results/verdict';
import { readJsonFile } from '#run/json-file';
import { folderWith, ownFolder } from './fixtures.ts';
import written from './result.json' with { type: 'json' };

export const musts = register.filter(({ level }) => level === 'must').length;

type Unjudged = Omit<UndecidedResult, 'verdict' | 'counts' | 'preferences' | 'requirements'>;
const { value } = readJsonFile<typeof written & { readonly run: Unjudged }>('selftest/tools/result.json', {});

/** A waiver, one of the requirement that the fault `order-no-number-code` violates, a drift, and facts of a replay. */
export const { waiver, orderWaiver, drift, replay } = written;

/** The outcomes of tests; every other requirement of the register has passed, or has a recorded value. */
export type Found = Readonly<Record<string, Pick<TestOutcome, 'outcome' | 'reason' | 'cause' | 'answer'>>>;

/** Returns the result of a run with these outcomes. */
export async function getDocument(
  found: Found,
  changes: Partial<Conformance> = {},
  terms: Partial<DecisionInput> = {},
): Promise<Conformance> {
  const requirements = register.map((row) => judgeRequirement(row, [getTest(row, found)]));
  const run: UndecidedResult = {
    ...value.run,
    ...{ verdict: computeVerdict(requirements), counts: countOutcomes(requirements), preferences },
    requirements,
    ...changes,
  };
  return { ...run, decision: decideRun(run, { subject: 'service', ...emptyDecisionInput, ...terms }) };
}

export function writeResult(document: unknown, folder = ownFolder('result')): string {
  const file = path.join(folder, 'conformance.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}

/** Returns the records of runs n1, n2 and so on with these outcomes, one per night of January, of the builds b1, b2 … */
export function getNights(...found: readonly Found[]): Promise<RunRecord[]> {
  const night = async (each: Found, index: number) => {
    const started = `2026-01-${String(index + 1).padStart(2, '0')}T02:00:00.000Z`;
    const document = await getDocument(each, { run: `n${index + 1}`, started });
    return toHistoryRecord({ ...document, product: { ...document.product, build: `b${index + 1}` } }, []);
  };
  return Promise.all(found.map(night));
}

/** Returns an exchange as evidence of a requirement's test. */
export function evidenceFor({ requirements }: Conformance, id: string, text: string): EvidenceByTest {
  const tests = requirements.find((row) => row.id === id)?.tests ?? [];
  return new Map(tests.map((test) => [testKey(test), [{ name: 'POST /oauth/token → 500', text }]]));
}

function getTest({ id, level, text }: RegisteredRequirement, found: Found): TestOutcome {
  const place = { title: text, file: 'tests/some.spec.ts', line: Number(id.slice(4)) };
  return { ...place, ...usual[level], ...found[id] };
}

const usual = {
  must: { outcome: 'passed' },
  should: { outcome: 'passed' },
  question: { outcome: 'answered', answer: { status: 201 } },
} as const;

/** Creates a folder with these waivers of the embedded provider, one per line from line 2 on. */
export function waivers(...rows: readonly object[]): { readonly WAIVERS_DIR: string } {
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
  return { WAIVERS_DIR: folderWith({ 'embedded.json': `{"waivers": [\n${lines}\n]}\n` }) };
}

export const unproven = (requirement: string) =>
  ({ outcome: 'inconclusive', reason: 'x', cause: { kind: 'failed control', requirement } }) as const;

const ids = Array.from({ length: Math.ceil(musts / 10) }, (_, at) => `TOK-${String(at + 2).padStart(2, '0')}`);

/** Many failed controls of a waived requirement. */
export const manyUnproven: Found = {
  'TOK-01': { outcome: 'waived', reason: 'known' },
  ...Object.fromEntries(ids.map((id) => [id, unproven('TOK-01')])),
};
