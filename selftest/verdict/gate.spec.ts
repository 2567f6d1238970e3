import { expect, test } from '@playwright/test';
import type { Conformance } from '#results/document';
import { decideGate, type GatePolicy, parseMinimum } from '#results/gate';
import { runCommand } from '../tools/fixtures.ts';
import { type Found, getDocument, manyUnproven, musts, unproven, writeResult } from '../tools/page-document.ts';

const skipped = { 'TOK-01': { outcome: 'not exercised', reason: 'no state' } } as const;
const failed = { 'TOK-01': { outcome: 'failed', reason: 'broken' } } as const;
const warned = { 'ORD-16': { outcome: 'warned', reason: 'slow' } } as const;
const waived = { 'TOK-01': { outcome: 'waived', reason: 'known' } } as const;
const twoWaived = { ...waived, 'ORD-16': waived['TOK-01'] };
const unstable = { 'TOK-01': { outcome: 'unstable', reason: 'once' } } as const;
const lost = { 'TOK-01': { outcome: 'inconclusive', reason: 'the target is unreachable: ECONNREFUSED' } } as const;
const skippedOrLost = { ...skipped, 'TOK-02': lost['TOK-01'] };
const control = { 'TOK-01': unproven('TOK-02') };
const ofTokens: GatePolicy = { require: ['oauth-token'] };
const lenient = { allowIncomplete: true };
const atLeast = (count: number, isPercent: boolean) => ({ ...lenient, minExercised: { count, isPercent } });
const unjudged = 'could not be judged because control requests failed';

const aside = { kind: 'outside', words: 'its operation is not in OPERATIONS' } as const;
const known = { id: 'TOK-01', endpoint: 'oauth-token', section: '2', level: 'must', text: 'x', since: '0.1' } as const;
const outside = { ...known, outcome: 'passed', tests: [], aside } as const;

type Row = [code: number, title: string, found: Found, why?: string, policy?: GatePolicy, run?: Partial<Conformance>];

const rows: readonly Row[] = [
  [0, 'CONFORMANT', {}, `${musts} of ${musts} musts passed`],
  [1, 'a must that failed, where INCOMPLETE is allowed', { ...failed, 'TOK-02': skipped['TOK-01'] }, '', lenient],
  [0, 'INCOMPLETE that is allowed', skipped, '', lenient],
  [2, 'a run that exercised nothing', skipped, 'nothing was exercised', lenient, { exercised: false }],
  [3, 'a target out of reach', lost, 'ECONNREFUSED', lenient, { exercised: false }],
  [3, 'a target that was lost on the way', skipped, 'gone 3 times', lenient, { unreachable: 'gone 3 times in a row' }],
  [2, 'two of three shards', skipped, 'shard 3 of 3 is missing', lenient, { shards: { of: 3, present: [1, 2] } }],
  [0, 'all shards', {}, '', {}, { shards: { of: 2, present: [1, 2] } }],
  [0, 'an open waiver of a must', waived, `${musts - 1} of ${musts} musts passed; waived: TOK-01`],
  [2, 'a must that is unstable', unstable, 'unstable', lenient],
  [1, 'a failed control whose requirement passes', control, `1 of ${musts} musts ${unjudged}`, lenient],
  [1, 'many failed controls of a waived requirement', manyUnproven, unjudged, lenient],
  [1, 'a waiver too many', twoWaived, 'waivers: 2. Expected at most 1', { maxWaivers: 1 }],
  [0, 'as many warnings as allowed', warned, '', { maxWarnings: 1 }],
  [1, 'a warning too many', warned, 'warnings: 1. Expected at most 0', { maxWarnings: 0 }],
  [2, 'a required endpoint with an open must', skipped, 'TOK-01 (not exercised)', { ...lenient, ...ofTokens }],
  [1, 'a required endpoint with a waiver', waived, 'TOK-01 (waived)', ofTokens],
  [2, 'a required endpoint that is not judged', {}, 'oauth-token (not judged)', ofTokens, { requirements: [] }],
  [2, 'a required endpoint outside the verdict', {}, 'oauth-token (not judged)', ofTokens, { requirements: [outside] }],
  [0, 'a required endpoint whose musts passed', skipped, '', { ...lenient, require: ['instore-orders'] }],
  [2, 'too few musts exercised', skippedOrLost, `${musts - 2} of ${musts} musts were exercised`, atLeast(musts, false)],
  [2, 'too small a share of the musts exercised', skipped, 'Expected at least 100%', atLeast(100, true)],
  [0, 'as many musts exercised as required', skipped, '', atLeast(98, true)],
];

for (const [code, title, found, why = '', policy, run] of rows)
  test(`${title} is ${code}`, async () => {
    const decision = decideGate(await getDocument(found, run), policy);

    expect(decision).toEqual({ code, why: expect.stringContaining(why) });
  });

async function gate(document: unknown, ...options: string[]) {
  return runCommand('gate', [writeResult(document), ...options]);
}

test('the command says in one line what it decided, and exits with it', async () => {
  const document = await getDocument({ ...skipped, ...warned });

  expect(await gate(document)).toEqual({
    code: 2,
    stdout: `gate 2: sandbox (build c0ffee) is INCOMPLETE: 1 of ${musts} musts are not exercised or inconclusive (use --allow-incomplete to accept this); 1 warning: ORD-16\n`,
    stderr: '',
  });
  const options = ['--allow-incomplete', '--max-warnings=1', '--require=instore-orders', '--min-exercised=90%'];
  expect(() => parseMinimum('101%')).toThrow('such as 80%');
  expect(await gate(document, ...options)).toMatchObject({ code: 0, stderr: '' });
});
