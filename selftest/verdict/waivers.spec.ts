import { expect, test } from '@playwright/test';
import { covers as coversOrders, covers as coversPreferences, INDUSTRY } from '#api/covers';
import type { Level } from '#api/requirement';
import { waiverFor } from '#assertions/waive';
import type { Outcome } from '#results/outcome';
import type { RequirementOutcome } from '#results/verdict';
import { judgeWaivers } from '#results/waivers';
import type { PlacedWaiver } from '#run/waivers';

const placed: PlacedWaiver = {
  requirement: 'ORD-10',
  reason: 'Known.',
  owner: 'Orders',
  link: 'https://tracker.example/1',
  expires: '2030-01-31',
  place: 'line 4 of waivers/t.json',
};
const [lastDay, dayAfter] = [new Date('2030-01-31T23:59:59Z'), new Date('2030-02-01T00:00:00Z')];

const failing = coversOrders('ORD-10').annotation;
const failed = (details: object | object[] | undefined, status = 400, title = 'refuses it') => ({
  title,
  annotations: [details ?? []].flat().map((row) => ({ type: '', ...row })),
  breach: {
    kind: 'breach',
    exchanges: [{ method: 'DELETE', path: '/x', status, code: 'invalid_request', problems: [] }],
  } as const,
});
const of10 = failed(failing);

test('a waiver holds through its last day, in UTC, and no longer', () => {
  expect(waiverFor(of10, [placed], lastDay)).toBe(placed);
  expect(waiverFor(of10, [placed], dayAfter)).toBeUndefined();
});

test('a failure is waived where all that the test asserts is waived; a question does not count', () => {
  const two = failed(coversOrders('ORD-10', 'ORD-11').annotation);
  const shouldAndQuestion = failed(coversPreferences('PRF-20', 'PRF-63').annotation);
  const waiverOf = (requirement: string) => ({ ...placed, requirement });

  expect(waiverFor(two, [placed], lastDay)).toBeUndefined();
  expect(waiverFor(two, [placed, waiverOf('ORD-11')], lastDay)).toBe(placed);
  expect(waiverFor(shouldAndQuestion, [waiverOf('PRF-20')], lastDay)).toEqual(waiverOf('PRF-20'));
  expect(waiverFor(shouldAndQuestion, [waiverOf('PRF-63')], lastDay)).toBeUndefined();
  expect(waiverFor(of10, [], lastDay)).toBeUndefined();
});

for (const { pin, holds } of [
  { pin: { test: 'refuses it' }, holds: true },
  { pin: { test: 'refuses another' }, holds: false },
  { pin: { status: 400, code: 'invalid_request' }, holds: true },
  { pin: { status: 500 }, holds: false },
  { pin: { code: 'invalid_collectorId' }, holds: false },
  { pin: { industry: 'tourism' }, holds: false },
])
  test(`a waiver pinned to ${JSON.stringify(pin)} ${holds ? 'holds' : 'lets what breaks beside it fail'}`, () => {
    expect(waiverFor(of10, [{ ...placed, ...pin }], lastDay) !== undefined).toBe(holds);
  });

test('a waiver pinned to an industry is of the tests about it', () => {
  const { annotations, ...rest } = of10;
  const about = { ...rest, annotations: [...annotations, { type: INDUSTRY, description: 'tourism' }] };

  expect(waiverFor(about, [{ ...placed, industry: 'tourism' }], lastDay)?.industry).toBe('tourism');
});

const waivedHere = {
  kind: 'waived',
  place: placed.place,
  words: placed.reason,
  breach: { kind: 'error', words: 'broken' },
} as const;

const row = (outcome: Outcome, level: Level = 'must'): RequirementOutcome => ({
  id: 'ORD-10',
  endpoint: 'instore-orders',
  section: '7',
  level,
  text: 'x',
  outcome,
  tests: [
    {
      title: 'refuses it',
      file: 'f',
      line: 1,
      outcome,
      ...(outcome === 'waived' ? { cause: waivedHere } : {}),
    },
  ],
});

const outcomes = [
  { name: 'that is applied', rows: [row('waived')], wanted: ['applied', undefined] },
  { name: 'whose requirement was not exercised', rows: [row('not exercised')], wanted: ['idle', undefined] },
  { name: 'whose requirement also fails elsewhere', rows: [row('failed')], wanted: ['idle', undefined] },
  {
    name: 'whose requirement passes',
    rows: [row('passed')],
    wanted: ['to be deleted', 'Delete the waiver of ORD-10 at line 4 of waivers/t.json: the requirement passes.'],
  },
  {
    name: 'of no requirement',
    rows: [],
    wanted: [
      'to be deleted',
      'Delete the waiver of ORD-10 at line 4 of waivers/t.json: the register has no such requirement.',
    ],
  },
  {
    name: 'of a question',
    rows: [row('answered', 'question')],
    wanted: [
      'to be deleted',
      'Delete the waiver of ORD-10 at line 4 of waivers/t.json: it is a question, which never fails.',
    ],
  },
];

for (const { name, rows, wanted } of outcomes) {
  test(`a waiver ${name} is ${wanted[0]}`, () => {
    const [judged] = judgeWaivers([placed], rows, () => true, lastDay);

    expect([judged?.outcome, judged?.problem]).toEqual(wanted);
  });
}

test('a waiver past its date is to be deleted, whatever its requirement came to', () => {
  for (const outcome of ['failed', 'passed', 'not exercised'] as const)
    expect(judgeWaivers([placed], [row(outcome)], () => true, dayAfter)[0]?.problem).toMatch(
      /it expired on 2030-01-31\.$/,
    );
});

test('a run that had some of the tests of a requirement says nothing of a waiver that they pass', () => {
  expect(judgeWaivers([placed], [row('passed')], () => false, lastDay)[0]?.outcome).toBe('idle');
});

test('a waiver pinned to a test that passes is to be deleted, though its requirement fails', () => {
  const [judged] = judgeWaivers(
    [{ ...placed, test: 'accepts it' }],
    [{ ...row('failed'), tests: [{ title: 'accepts it', file: 'f', line: 2, outcome: 'passed' }] }],
    () => true,
    lastDay,
  );

  expect(judged?.problem).toMatch(/: what it is pinned to passes\.$/);
});

test('a second waiver of a requirement is to be deleted; one that is pinned elsewhere is not', () => {
  const other = { ...placed, status: 500 };
  expect(judgeWaivers([placed, other], [row('waived')], () => true, lastDay)[1]?.problem).toBeUndefined();

  const again = { ...placed, place: 'line 9 of waivers/t.json' };

  const judged = judgeWaivers([placed, again], [row('waived')], () => true, lastDay);

  expect(judged.map(({ problem }) => problem)).toEqual([
    undefined,
    'Delete the waiver of ORD-10 at line 9 of waivers/t.json: it is waived before.',
  ]);
});
