import { expect, test } from '@playwright/test';
import { isCases, responseLines } from '#reporters/html/responses';
import { comparisonLines } from '#reporters/words/drift-words';
import { acceptRun, compareLedgers, compareResponses, findChanges, getDrift } from '#results/ledger/comparison';
import type { Ledger, RunResponses } from '#results/ledger/responses';
import { readJsonFile } from '#run/json-file';

const [rejected, success] = [{ status: 409, code: 'bad_request' }, { status: 'success' }];
const changed = { at: [], old: rejected, new: success };
for (const [name, before, after, expected] of [
  ['equal objects in another order', { a: 1, b: [2] }, { b: [2], a: 1 }, []],
  ['two replies', rejected, { ...rejected, status: 404 }, [{ at: [], old: { status: 409 }, new: { status: 404 } }]],
  ['a reply and a success', rejected, success, [changed]],
  ['one of two cases', { a: rejected, b: success }, { a: success, b: success }, [{ ...changed, at: ['a'] }]],
  ['two values', 'a', ['a'], [{ at: [], old: 'a', new: ['a'] }]],
] as const)
  test(`the differences of ${name} are what differs and no more`, () =>
    expect(findChanges(before, after)).toEqual(expected));

test('responses are the same, changed, new or gone', () => {
  const before = { 'TOK-60': { 'A?': 1, 'B?': 2 }, 'TOK-61': { 'C?': 3 } };
  const found = compareResponses(before, { 'TOK-60': { 'A?': 1, 'B?': 4 }, 'TOK-62': { 'C?': 3 } });
  expect(found).toEqual({
    same: 1,
    changed: [{ of: 'TOK-60', title: 'B?', at: [], old: 2, new: 4 }],
    new: [{ of: 'TOK-62', title: 'C?', answer: 3 }],
    gone: [{ of: 'TOK-61', title: 'C?', answer: 3 }],
  });
  expect(compareLedgers(ledger, { ...ledger, answers: {} }, true).gone).toEqual([]);
  expect(comparisonLines(found)).toEqual(['2 → 4', '  TOK-60 B?', 'new: TOK-62 C? 3', 'gone: TOK-61 C? 3']);
  const list = [...'abcdefghijklmnopqrst']; // too long for a line
  const describe = (fresh: string[]) => comparisonLines(compareResponses({ a: { list } }, { a: { list: fresh } }))[0];
  const changes = [[...list, 'z'], list.toReversed(), [...list, 'a']].map(describe);
  expect(changes).toEqual(['["…"] → ["…","z"]', 'the same 20 elements in another order', '["…"] → ["…","a"]']);
});

/** ORD-99 has left the register. */
const ledger: Ledger = {
  target: 't',
  depth: 'smoke',
  answers: { 'TOK-67': { 'A?': 1 }, 'ORD-99': { 'B?': 2, 'C?': 3 } },
  observed: { 'oauth-token': { 'Success status': { status: 200 } }, 'wallet-agreements': { z: 3 } },
};
const none = { otherDepth: false, same: 0, changed: [], new: [], gone: [] };
const part = { ...ledger, complete: [], observed: {} };
const deeper = { depth: 'full', complete: ['checkout-preferences'] } as const;
const industries = { ...ledger, answers: { 'PRF-63': { a: { x: 1, y: 2 }, b: { x: 1 } } } };

for (const [name, before, run, drift] of [
  [
    'a run of one operation is compared with the responses of that operation alone',
    { ...ledger, answers: { ...ledger.answers, 'ORD-99': { 'B?': 2 }, 'ORD-98': { 'C?': 3 } } },
    { ...part, complete: ['instore-orders'], answers: { 'ORD-99': { 'B?': 2 } }, observed: { 'oauth-token': {} } },
    { same: 1, gone: [{ of: 'ORD-98', title: 'C?', answer: 3 }] },
  ],
  [
    'a part of the questions of an operation leaves no response gone',
    ledger,
    { ...part, answers: { 'ORD-99': { 'B?': 9 } } },
    { changed: [{ of: 'ORD-99', title: 'B?', at: [], old: 2, new: 9 }] },
  ],
  [
    'a run at another depth is compared in what both asked',
    industries,
    { ...part, ...deeper, answers: { 'PRF-63': { a: { x: 1, z: 3 }, c: { x: 1 } } } },
    { otherDepth: true, same: 1 },
  ],
] as [string, Ledger, RunResponses, object][])
  test(name, () => expect(getDrift(before, run)).toEqual({ ...none, ...drift }));

test('accepting a part keeps what it did not ask', () => {
  const responses = { 'ORD-99': { 'B?': 5 }, 'TOK-67': { 'D?': 6 } };
  const observed = { 'instore-orders': { x: 1 }, 'oauth-token': { y: 2 } };
  const complete = ['instore-orders', 'wallet-agreements'];

  expect(acceptRun(ledger, { ...part, complete, answers: responses, observed })).toEqual({
    target: 't',
    depth: 'smoke',
    answers: { 'TOK-67': { 'A?': 1, 'D?': 6 }, 'ORD-99': { 'B?': 5 } },
    observed: { 'oauth-token': { 'Success status': { status: 200 } }, 'instore-orders': { x: 1 } },
  });
});

const many = Object.fromEntries(Array.from({ length: 43 }, (_, index) => [`case ${index}`, success]));
type Prose = readonly [response: Readonly<Record<string, unknown>>, ...lines: unknown[]];
const { value: prose } = readJsonFile<Prose[]>('selftest/ledger/prose.json', {});
prose.push([many, expect.stringMatching(/^- success: case 0, .*, case 39 and 3 more$/)]);
for (const [response, ...lines] of prose)
  test(`a response reads as prose: ${lines.join(' ').slice(0, 60)}`, () =>
    expect(responseLines(response)).toEqual(lines));

test('a reply and a shape are no cases', () => {
  expect([rejected, success, { error: 'string' }].filter(isCases)).toEqual([]);
  expect([{ a: 'optional' }, { a: rejected }].every(isCases)).toBe(true);
});
