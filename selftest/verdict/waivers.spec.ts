import { expect, test } from '@playwright/test';
import { covers as coversOrders, covers as coversPreferences, INDUSTRY } from '#api/covers';
import type { Level } from '#api/requirement';
import type { Outcome, RequirementOutcome } from '#results/verdict';
import { judgeWaivers, readWaivers } from '#results/waivers';
import { findWaiver, type PlacedWaiver } from '#run/judging';
import { folderWith } from '../tools/fixtures.ts';
import invalid from './invalid-waivers.json' with { type: 'json' };
import pins from './pins.json' with { type: 'json' };

const link = 'https://tracker.example/1';
const good = { requirement: 'ORD-10', reason: 'Known.', owner: 'Orders', link, expires: '2030-01-31' };
const placed: PlacedWaiver = { ...good, place: 'line 4 of waivers/t.json' };

test('waivers are read with the lines that they have; a target without a file has none', () => {
  const other = JSON.stringify({ ...good, requirement: 'ORD-11' }, null, 2);
  const folder = folderWith({
    't%2F1.json': `{\n  "waivers": [\n    ${JSON.stringify(good)},\n    ${other}\n  ]\n}\n`,
  });

  expect(readWaivers({ TARGET: 't/1', WAIVERS_DIR: folder })).toMatchObject([
    { requirement: 'ORD-10', place: `line 3 of ${folder}/t%2F1.json` },
    { requirement: 'ORD-11', place: `lines 4 to 10 of ${folder}/t%2F1.json` },
  ]);
  expect(readWaivers({ TARGET: 'another', WAIVERS_DIR: folder })).toEqual([]);
});

for (const [name, [text = '', sentence = '']] of Object.entries(invalid))
  test(`a list of waivers with ${name} is rejected in one sentence that names the line`, () => {
    expect(() => readWaivers({ TARGET: 't', WAIVERS_DIR: folderWith({ 't.json': text }) })).toThrow(
      new RegExp(sentence),
    );
  });

const [lastDay, dayAfter] = [new Date('2030-01-31T23:59:59Z'), new Date('2030-02-01T00:00:00Z')];
const exchange = { method: 'DELETE', path: '/x', status: 400, code: 'invalid_request', problems: [] };
const failed = (details: object | object[] | undefined) => {
  const annotations = [details ?? []].flat().map((row) => ({ type: '', ...row }));
  return { title: 'rejects it', annotations, breach: { kind: 'breach', exchanges: [exchange] } as const };
};
const retail = { type: INDUSTRY, description: 'retail' };
const of10 = failed([coversOrders('ORD-10').annotation ?? [], retail].flat());

test('a waiver holds through its last day, in UTC, and no longer', () => {
  expect(findWaiver(of10, [placed], lastDay)).toBe(placed);
  expect(findWaiver(of10, [placed], dayAfter)).toBeUndefined();
});

test('a failure is waived where all that the test asserts is waived; a question does not count', () => {
  const two = failed(coversOrders('ORD-10', 'ORD-11').annotation);
  const shouldAndQuestion = failed(coversPreferences('PRF-20', 'PRF-63').annotation);
  const getWaiver = (requirement: string) => ({ ...placed, requirement });

  expect(findWaiver(two, [placed], lastDay)).toBeUndefined();
  expect(findWaiver(two, [placed, getWaiver('ORD-11')], lastDay)).toBe(placed);
  expect(findWaiver(shouldAndQuestion, [getWaiver('PRF-20')], lastDay)).toEqual(getWaiver('PRF-20'));
  expect(findWaiver(shouldAndQuestion, [getWaiver('PRF-63')], lastDay)).toBeUndefined();
  expect(findWaiver(of10, [], lastDay)).toBeUndefined();
});

for (const { pin, holds } of pins)
  test(`a waiver pinned to ${JSON.stringify(pin)} ${holds ? 'holds' : 'lets other failures fail'}`, () =>
    expect(findWaiver(of10, [{ ...placed, ...pin }], lastDay) !== undefined).toBe(holds));

test('a waiver pinned to a status holds where every response has it, and there is one', () => {
  for (const exchanges of [[], [exchange, { ...exchange, status: 500 }]]) {
    const failure = { ...of10, breach: { kind: 'breach', exchanges } } as const;
    expect(findWaiver(failure, [{ ...placed, status: 400 }], lastDay)).toBeUndefined();
  }
});

const breach = { kind: 'error', words: 'broken' } as const;
const waivedHere = { kind: 'waived', place: placed.place, words: placed.reason, breach } as const;
const row = (outcome: Outcome, level: Level = 'must', title = 'rejects it', of = outcome): RequirementOutcome => {
  const own = { id: 'ORD-10', endpoint: 'instore-orders', section: '7', level, text: 'x', since: '0.1', outcome: of };
  const cause = outcome === 'waived' ? { cause: waivedHere } : {};
  return { ...own, tests: [{ title, file: 'f', line: 1, outcome, ...cause }] };
};
const elsewhere = row('passed', 'must', 'accepts it', 'failed');
const of = (...rows: RequirementOutcome[]) => ({ ...row('failed'), tests: rows.flatMap(({ tests }) => tests) });
const tourism = { ...elsewhere, tests: elsewhere.tests.map((test) => ({ ...test, industry: 'tourism' })) };

const toDelete = (why: string) => `Delete the waiver of ORD-10 at line 4 of waivers/t.json: ${why}.`;
const passing = toDelete('the tests that it covers pass');
for (const [name, rows, problem, change = {}, day = lastDay] of [
  ['that is applied', [row('waived')], 'applied'],
  ['that is applied to one of two tests', [of(row('waived'), row('passed'))], 'applied'],
  ['pinned to an industry whose tests pass', [of(tourism, row('failed'))], passing, { industry: 'tourism' }],
  ['whose requirement was not exercised', [row('not exercised')], 'idle'],
  ['whose requirement also fails elsewhere', [row('failed')], 'idle'],
  ['whose requirement passes', [row('passed')], toDelete('the requirement passes')],
  ['of no requirement', [], toDelete('the requirement is unknown')],
  ['of a question', [row('answered', 'question')], toDelete('a question never fails')],
  ['past its date, of a failure', [row('failed')], toDelete('it expired on 2030-01-31'), {}, dayAfter],
  ['pinned to a test that passes', [elsewhere], passing, { test: 'accepts it' }],
] as [string, RequirementOutcome[], string, Partial<PlacedWaiver>?, Date?][])
  test(`a waiver ${name}: ${problem}`, () => {
    const [judged] = judgeWaivers([{ ...placed, ...change }], rows, () => true, day);

    expect(judged?.problem ?? judged?.outcome).toBe(problem);
    expect(judged?.outcome === 'to be deleted').toBe(judged?.problem !== undefined);
  });

test('a run that had some of the tests of a requirement says nothing of a waiver that they pass', () =>
  expect(judgeWaivers([placed], [row('passed')], () => false, lastDay)[0]?.outcome).toBe('idle'));

test('a second waiver of a requirement is to be deleted; one that is pinned elsewhere is not', () => {
  const second = (change: Partial<PlacedWaiver>) => {
    const waivers = [placed, { ...placed, place: 'line 9 of waivers/t.json', ...change }];
    const judged = judgeWaivers(waivers, [row('waived')], () => true, lastDay);
    return judged.map(({ outcome, problem }) => problem ?? outcome);
  };

  for (const pin of [{ status: 500 }, { industry: 'tourism' }]) expect(second(pin)).toEqual(['applied', 'idle']);
  const fault = 'Delete the waiver of ORD-10 at line 9 of waivers/t.json: an earlier waiver covers it.';
  expect(second({})).toEqual(['applied', fault]);
});
