import { expect, test } from '@playwright/test';
import { badgeJson, page } from '#reporters/derived';
import { translations } from '#reporters/html/frame';
import { junit } from '#reporters/junit';
import { markdown } from '#reporters/markdown';
import { summary } from '#reporters/summary';
import type { DecisionInput, ReasonKind, Tone } from '#results/decision';
import type { Conformance } from '#results/document';
import { decideGate, exitCodes } from '#results/gate';
import { documentOf, drift, type Found, musts, waiver } from '../tools/page-document.ts';

const replay = {
  run: 'night-7',
  recorded: '2026-01-01T10:00:00.000Z',
  suite: { version: '0.0.0', commit: '', register: 'f00d' },
  file: 'exchanges.har',
  unrecorded: 1,
} as const;

interface Row {
  readonly kind: ReasonKind;
  readonly tone: Tone;
  readonly found?: Found;
  readonly changes?: Partial<Conformance>;
  readonly terms?: Partial<DecisionInput>;
}

const skipped = { 'TOK-01': { outcome: 'not exercised', reason: 'no state' } } as const;

const rows: readonly Row[] = [
  { kind: 'suite error', tone: 'red', changes: { errors: ['it fell'] } },
  { kind: 'secrets', tone: 'red', terms: { secrets: 2 } },
  { kind: 'unsearched', tone: 'red', terms: { unsearched: 1 } },
  { kind: 'breach', tone: 'red', found: { 'TOK-01': { outcome: 'failed', reason: 'broken' } } },
  {
    kind: 'controls',
    tone: 'red',
    found: {
      'TOK-01': { outcome: 'inconclusive', reason: 'x', cause: { kind: 'failed control', requirement: 'TOK-02' } },
    },
  },
  { kind: 'strict', tone: 'red', found: { 'ORD-16': { outcome: 'failed', reason: 'broken' } } },
  { kind: 'outage', tone: 'red', changes: { unreachable: 'the target cannot be reached' } },
  {
    kind: 'stale waiver',
    tone: 'red',
    changes: { waivers: [{ ...waiver, outcome: 'to be deleted', problem: 'Delete the waiver of TOK-01.' }] },
  },
  { kind: 'drift', tone: 'red', changes: { drift }, terms: { failsOnDrift: true } },
  { kind: 'no ledger', tone: 'red', terms: { failsOnDrift: true } },
  { kind: 'drift', tone: 'amber', changes: { drift } },
  {
    kind: 'guard',
    tone: 'red',
    changes: { guard: { stopped: 'x is a host of production', liveTokens: false, unseen: false } },
  },
  { kind: 'nothing exercised', tone: 'red', found: skipped, changes: { exercised: false } },
  { kind: 'interrupted', tone: 'red', terms: { ended: 'interrupted' } },
  { kind: 'shard missing', tone: 'red', changes: { shards: { of: 2, present: [1] } }, terms: { isMerge: true } },
  { kind: 'certify', tone: 'red', found: skipped, terms: { certify: true } },
  { kind: 'unstable', tone: 'amber', found: { 'TOK-01': { outcome: 'unstable', reason: 'failed once' } } },
  { kind: 'part', tone: 'amber', changes: { shards: { of: 2, present: [1] } } },
  { kind: 'incomplete', tone: 'amber', found: skipped },
  { kind: 'replay', tone: 'amber', changes: { replay } },
  { kind: 'waived', tone: 'amber', found: { 'TOK-01': { outcome: 'waived', reason: 'known' } } },
  { kind: 'warned', tone: 'amber', found: { 'ORD-16': { outcome: 'warned', reason: 'slow' } } },
];

const nothing = { evidence: new Map(), left: undefined, earlier: [], language: 'en' } as const;

for (const { kind, tone, found = {}, changes, terms } of rows) {
  test(`${kind} makes a run ${tone}, in the same words everywhere`, async () => {
    const document = await documentOf(found, changes, terms);
    const { decision } = document;
    const [reason] = decision.reasons;

    expect([decision.tone, reason?.kind, reason?.tone]).toEqual([tone, kind, tone]);
    expect(decision.words).toMatch(new RegExp(`^${tone.toUpperCase()}: ${document.verdict}: `));
    expect(page(document, nothing)).toContain(`verdict ${tone}"`);
    for (const text of [page(document, nothing), junit({ document, cases: [] })])
      expect(text).toContain(decision.words);
    expect(summary(document).trimEnd().split('\n').at(-2)).toBe(decision.words);
    expect(markdown(document).replaceAll('\\', '')).toContain(decision.words);
    const { isError, color } = JSON.parse(badgeJson(document));
    expect([isError, color]).toEqual([tone === 'red', tone === 'red' ? 'red' : 'yellow']);
    for (const texts of Object.values(translations))
      expect(reason?.text === '{words}' || texts[reason?.text ?? '']).toBeTruthy();
    const isKnownToPass = kind === 'waived' || kind === 'warned' || (kind === 'drift' && tone === 'amber');
    expect(decideGate(document).code === exitCodes.conformant).toBe(isKnownToPass);
  });
}

test('a run of which there is nothing to say is green', async () => {
  const document = await documentOf({});

  expect(document.decision).toEqual({
    subject: 'service',
    tone: 'green',
    reasons: [],
    words: `GREEN: CONFORMANT: ${musts} of ${musts} musts passed`,
  });
});

test('JUnit tells a breach as a failure, and an outage as one error of the run', async () => {
  const broken = await documentOf({ 'TOK-01': { outcome: 'failed', reason: 'broken' } });
  const lost = await documentOf({}, { unreachable: 'the target cannot be reached' });

  const [failing, out] = [broken, lost].map((document) => junit({ document, cases: [] }));

  expect(failing).not.toContain('<error');
  expect(out?.match(/<error /g)).toHaveLength(1);
  expect(out).toContain('<error type="outage" message="the target cannot be reached">');
});
