import { messages } from '#api/messages';
import { startProvider } from '#mock/server';
import { page } from '#reporters/html/page';
import { junit, toCase, toJunit } from '#reporters/junit';
import { badgeJson } from '#reporters/publish';
import { markdown, summary } from '#reporters/summary';
import type { DecisionInput, ReasonKind, Tone } from '#results/decision';
import type { Conformance } from '#results/document';
import { decideGate } from '#results/gate';
import { type Outcome, outcomes } from '#results/verdict';
import { readJsonFile } from '#run/json-file';
import { readSettings } from '#run/settings/settings';
import { expect, long, runSuite, slow, test } from '../tools/fixtures.ts';
import { runBehindFront } from '../tools/front.ts';
import { drift, type Found, getDocument, musts, orderWaiver, replay, waiver, waivers } from '../tools/page-document.ts';

type Given = Readonly<{ found?: Found; changes?: Partial<Conformance>; terms?: Partial<DecisionInput> }>;

const skipped = { 'TOK-01': { outcome: 'not exercised', reason: 'no state' } } as const;
const cause = { kind: 'failed control', requirement: 'TOK-02' } as const;
const one = (outcome: Outcome, id = 'TOK-01') => ({ found: { [id]: { outcome, reason: 'broken' } } });
const stale = { ...waiver, outcome: 'to be deleted', problem: 'Delete the waiver of TOK-01.' } as const;
const guard = { stopped: 'x is a host of production', liveTokens: false, unseen: false };
const alone = { of: 'TOK-74', title: 'Which status?', answer: 200 };
const gone = { ...drift, changed: [], gone: [alone] };
const fresh = { ...drift, changed: [], new: [alone] };
const shards = { of: 2, present: [1] };
const lostWorker = { kind: 'worker lost', words: 'x' } as const;
const known = { id: 'TOK-01', endpoint: 'oauth-token', section: '2', level: 'must', text: 'x', since: '0.1' } as const;
const outside = { ...known, outcome: 'failed', tests: [], aside: { kind: 'outside', words: 'x' } } as const;
const inside = { ...known, id: 'TOK-02', outcome: 'failed', tests: [] } as const;
const hidden = { ...known, id: 'TOK-03', outcome: 'inconclusive', tests: [], cause } as const;

/** Every kind of reason: its tone, and the code of the gate. */
const rows: readonly (readonly [kind: ReasonKind, tone: Tone, code: number, given: Given])[] = [
  ['suite error', 'red', 4, { changes: { errors: ['it\n  fell'] } }],
  ['secrets', 'red', 4, { terms: { secrets: 2 } }],
  ['unsearched', 'red', 4, { terms: { unsearched: 1 } }],
  ['breach', 'red', 1, { ...one('failed', 'TOK-02'), changes: { requirements: [outside, inside, hidden] } }],
  ['controls', 'red', 1, { found: { 'TOK-01': { outcome: 'inconclusive', reason: 'x', cause } } }],
  ['strict', 'red', 1, one('failed', 'ORD-16')],
  ['outage', 'red', 3, { changes: { unreachable: 'it cannot be reached' }, terms: { ended: 'interrupted' } }],
  ['outage', 'red', 3, { ...one('inconclusive'), changes: { exercised: false } }],
  ['worker lost', 'red', 3, { found: { 'TOK-01': { outcome: 'inconclusive', reason: 'x', cause: lostWorker } } }],
  ['stale waiver', 'red', 1, { changes: { waivers: [stale] } }],
  ['drift', 'red', 1, { changes: { drift }, terms: { failsOnDrift: true } }],
  ['no ledger', 'red', 1, { terms: { failsOnDrift: true } }],
  ['drift', 'amber', 0, { changes: { drift: gone } }],
  ['drift', 'amber', 0, { changes: { drift: fresh } }],
  ['guard', 'red', 2, { changes: { guard } }],
  ['nothing exercised', 'red', 2, { found: skipped, changes: { exercised: false, shards } }],
  ['interrupted', 'red', 4, { terms: { ended: 'timedout' } }],
  ['interrupted', 'red', 4, { terms: { ended: 'interrupted' } }],
  ['shard missing', 'red', 2, { changes: { shards }, terms: { isMerge: true } }],
  ['certify', 'red', 2, { found: skipped, terms: { certify: true } }],
  ['sharded', 'red', 2, { changes: { shards: { of: 2, present: [1, 2] } }, terms: { certify: true, isMerge: true } }],
  ['foreign code', 'amber', 0, { changes: { conditions: { NODE_OPTIONS: '-r x' } } }],
  ['foreign code', 'red', 2, { changes: { conditions: { NODE_OPTIONS: '-r x' } }, terms: { certify: true } }],
  ['unstable', 'amber', 2, one('unstable', 'ORD-16')],
  ['part', 'amber', 2, { changes: { shards } }],
  ['incomplete', 'amber', 2, { found: skipped }],
  ['replay', 'amber', 2, { changes: { replay } }],
  ['waived', 'amber', 0, one('waived')],
  ['waived', 'amber', 0, one('waived', 'ORD-16')],
  ['outside', 'amber', 0, { changes: { requirements: [outside] } }],
  ['outside', 'amber', 0, { changes: { requirements: [{ ...outside, level: 'should', outcome: 'warned' }] } }],
  ['warned', 'amber', 0, one('warned', 'ORD-16')],
];

const nothing = { evidence: new Map(), left: undefined, earlier: [], language: 'en' } as const;

for (const [at, [kind, tone, code, { found = {}, changes, terms }]] of rows.entries())
  test(`${at + 1}. ${kind} makes a run ${tone}, in the same words everywhere`, async () => {
    const document = await getDocument(found, changes, terms);
    const { decision } = document;
    const errors = tone === 'amber' || kind === 'breach' || kind === 'strict' ? 0 : 1; // those stand in their tests
    const [reason, ...others] = decision.reasons;

    expect([decision.tone, reason?.kind, reason?.tone]).toEqual([tone, kind, tone]);
    expect(others.filter((other) => other.tone === tone)).toEqual([]);
    expect(decision.words).toMatch(new RegExp(`^${tone.toUpperCase()}: ${document.verdict}.*: `));
    expect(decision.words).not.toContain('TOK-01 TOK-02'); // the first is outside
    const html = page(document, nothing);
    expect(html).toContain(`verdict ${tone}"`);
    for (const text of [html, junit(document, [])]) expect(text).toContain(decision.words);
    expect(junit(document, []).match(/<error type=/g)?.length ?? 0).toBe(errors);
    const lines = summary(document, readSettings({})).split('\n');
    expect(lines.join(' ')).toContain(`${decision.words.replace(/\.$/, '')}. Report: `);
    expect(lines.filter((line) => line.length > 80 && !line.startsWith('  rerun: '))).toEqual([]);
    expect(markdown(document, readSettings({})).replaceAll('\\', '')).toContain(decision.words);
    const { isError, color } = JSON.parse(badgeJson(document));
    expect([isError, color]).toEqual([tone === 'red', tone === 'red' ? 'red' : 'yellow']);
    expect(['{words}', ...Object.values(messages).map(({ en }) => en)]).toContain(reason?.text);
    expect(decideGate(document).code).toBe(code);
    expect(decideGate(document).why).not.toContain('\n');
  });

test('the console and the page tell what the nights before say, what was not checked, and each error', async () => {
  const window = { nights: 7, words: 'CONFORMANT over 7 nights', oldest: null };
  const errors = ['a fell', 'b too'];
  const document = await getDocument({ 'TOK-01': { outcome: 'inconclusive' } }, { window, errors });
  const [text, html] = [summary(document, readSettings({})), page(document, nothing)];
  expect(text).toMatch(/ not checked\noauth-token .* 1\n/);
  for (const shown of [text, html]) expect(shown).toContain(window.words);
  for (const part of [...errors, "default-src 'none'"]) expect(html).toContain(part);
});

const broken = { 'TOK-03': { outcome: 'failed', reason: '=cmd() | <b>\nwrong' } } as const;

test('the Markdown names what is broken as code, and nothing that a target says ends it', async () => {
  const text = markdown(await getDocument(broken), readSettings({}));

  expect(text).toMatch(/^# ❌ NON-CONFORMANT\n/);
  expect(text).toContain('\n    FAILED TOK-03 (must, section 2.2) An access token begins with its type,');
  expect(text).toContain('\n        - =cmd() | <b>\n');
});

test('the Markdown says why musts were not checked, and which teardowns failed', async () => {
  const failedTeardowns = [{ state: 'an access token', why: 'returned 500' }] as const;
  const idle = { outcome: 'not exercised', reason: 'no state' } as const;
  const text = markdown(await getDocument({ 'TOK-03': idle }, { failedTeardowns }), readSettings({}));

  expect(text).toMatch(/^# ⚠️ INCOMPLETE\n/);
  expect(text).toContain('\n    TOK-03\n      not exercised: no state\n');
  expect(text).toContain('"an access\n    token" returned 500.\n');
});

test('JUnit has a failure, a warning or a reason for each outcome, and no character that XML forbids', () => {
  const cases = outcomes.map((outcome) => toCase('a.spec.ts', outcome, outcome, 'why\u0001\ud800'));
  const text = toJunit('run', cases);
  expect(text).toMatch(/ failures="1" errors="0" skipped="4" /);
  expect(text).toMatch(/<failure type="breach" message="why.*<system-out>WARNING: why/s);
  for (const outcome of ['not exercised', 'inconclusive', 'waived', 'unstable'])
    expect(text).toContain(`<skipped message="${outcome}: why`);
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cs}/u);
});

type Shown = readonly [shown: string, hidden: string, given: Given, settings?: NodeJS.ProcessEnv];
const { value: shownRows } = readJsonFile<readonly Shown[]>('selftest/verdict/console.json', {});

for (const [shown, hidden, { found = {}, changes }, settings = {}] of shownRows)
  test(`the console says ${shown}, and nothing of ${hidden}`, async () => {
    const text = summary(await getDocument(found, changes), readSettings(settings)).replace(/\s+/g, ' ');
    expect(text.split(shown)).toHaveLength(2);
    expect(text).not.toContain(hidden);
  });

const lost = { 'TOK-03': { outcome: 'inconclusive' } } as const;
for (const [verdict, found, color, also = ''] of [
  ['CONFORMANT', {}, 'brightgreen'],
  ['NON-CONFORMANT', broken, 'red'],
  ['INCOMPLETE', { ...lost, 'TOK-01': { outcome: 'waived' } }, 'yellow', ', 1 waived'],
  ['CONFORMANT with 1 waiver', { 'TOK-03': { outcome: 'waived' } }, 'yellow'],
] as const)
  test(`the badge of a run that is ${verdict}${also} says so`, async () => {
    const badge = JSON.parse(badgeJson(await getDocument(found)));

    expect(badge).toMatchObject({ schemaVersion: 1, label: 'conformance', color });
    expect(badge.message).toMatch(new RegExp(`^${verdict} \\d+/${musts}${also}, build c0ffee$`));
  });

test('no test passes if every state that it needs is missing, and the last line says so', long, async ({ open }) => {
  const { baseUrl } = await open(startProvider());

  const run = await runSuite({ BASE_URL: baseUrl }, '--project=oauth-token', '--grep', '@TOK-(?:05|16|82)');

  expect([run.code, run.document().verdict]).toEqual([1, 'INCOMPLETE']);
  expect(run.row('TOK-16')?.cause).toMatchObject({ kind: 'state unset' });
  expect(run.output).toContain('Tests: 0 passed, 0 failed, 11 skipped');
  expect(run.prose).toMatch(/RED: INCOMPLETE: nothing was exercised: the state "[^"]+" needs STATE_/);
});

test('a broken should is a warning, STRICT=1 fails the run for it, and a waiver does not let it', slow, async () => {
  const run = (more: object) =>
    runSuite({ MOCK_FAULT: 'order-nothing-done', STRICT: '1', ...more }, '--project=instore-orders');
  const [lenient, failing] = [await run({ STRICT: '' }), await run({})];
  const waived = await run(waivers({ ...orderWaiver, requirement: 'ORD-16' }));

  expect(lenient.output).toContain('WARNED ORD-16');
  expect([lenient.code, failing.code, waived.code]).toEqual([0, 1, 0]);
  expect(waived.document().counts.should).toMatchObject({ waived: 1, warned: 0, failed: 0 });
  const repeating = (STRICT: string) => runBehindFront({ fault: 'token-code-repeated' }, { STRICT }, '--grep=@TOK-31');
  expect((await repeating('')).row('TOK-84')?.outcome).toBe('warned');
  expect((await repeating('1')).row('TOK-84')?.outcome).toBe('failed');
});
