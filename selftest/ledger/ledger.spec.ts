import { expect, test } from '@playwright/test';
import { register } from '#api/register';
import { type Ledger, ledgerText, type RunAnswers } from '#results/ledger/answers';
import { compareAnswers, differences } from '#results/ledger/comparison';
import { accepted, driftOf } from '#results/ledger/drift';

const none = { same: 0, changed: [], new: [], gone: [] };

test('a ledger is written in order, what fits on a line on one line', () => {
  const long = 'x'.repeat(60);

  const text = ledgerText({ b: { z: [2, 1], a: { status: 409, code: null } }, a: { [long]: long, c: [] } });

  expect(text).toBe(
    [
      '{',
      '  "a": {',
      '    "c": [],',
      `    "${long}": "${long}"`,
      '  },',
      '  "b": {"a": {"code": null, "status": 409}, "z": [2, 1]}',
      '}',
      '',
    ].join('\n'),
  );
});

const pairs = [
  { name: 'equal objects in another order', before: { a: 1, b: [2] }, after: { b: [2], a: 1 }, wanted: [] },
  {
    name: 'two replies',
    before: { status: 409, code: 'bad_request' },
    after: { status: 404, code: 'bad_request' },
    wanted: [{ at: [], old: { status: 409 }, new: { status: 404 } }],
  },
  {
    name: 'a reply and a success',
    before: { status: 409, code: 'bad_request' },
    after: { status: 'success' },
    wanted: [{ at: [], old: { code: 'bad_request', status: 409 }, new: { status: 'success' } }],
  },
  {
    name: 'two of many cases',
    before: { one: { status: 1 }, two: { status: 2 }, three: { status: 3 } },
    after: { one: { status: 1 }, two: { status: 9 }, three: { status: 8 } },
    wanted: [
      { at: ['three'], old: { status: 3 }, new: { status: 8 } },
      { at: ['two'], old: { status: 2 }, new: { status: 9 } },
    ],
  },
  { name: 'two values', before: 'a', after: ['a'], wanted: [{ at: [], old: 'a', new: ['a'] }] },
];

for (const { name, before, after, wanted } of pairs) {
  test(`the differences of ${name} are what differs and no more`, () => {
    expect(differences(before, after)).toEqual(wanted);
  });
}

test('answers are the same, changed, new or gone', () => {
  const before = { 'TOK-60': { 'A?': 1, 'B?': 2 }, 'TOK-61': { 'C?': 3 } };

  const comparison = compareAnswers(before, { 'TOK-60': { 'A?': 1, 'B?': 4 }, 'TOK-62': { 'C?': 3 } });

  expect(comparison).toEqual({
    same: 1,
    changed: [{ of: 'TOK-60', title: 'B?', at: [], old: 2, new: 4 }],
    new: [{ of: 'TOK-62', title: 'C?', answer: 3 }],
    gone: [{ of: 'TOK-61', title: 'C?', answer: 3 }],
  });
});

const ledger: Ledger = {
  target: 't',
  depth: 'smoke',
  answers: { 'TOK-67': { 'A?': 1 }, 'ORD-60': { 'B?': 2, 'C?': 3 } },
  observed: { 'oauth-token': { 'Success status': { status: 200 } } },
};

test('a run of one operation is held against the answers of that operation alone', async () => {
  const answers = { 'ORD-60': { 'B?': 2 } };
  const observed = { 'oauth-token': {} };
  const run: RunAnswers = { target: 't', depth: 'smoke', complete: ['instore-orders'], answers, observed };

  const drift = driftOf(ledger, run, register);

  expect(drift).toEqual({
    ...none,
    otherDepth: false,
    same: 1,
    gone: [{ of: 'ORD-60', title: 'C?', answer: 3 }],
  });
});

test('a part of the questions of an operation leaves no answer gone', async () => {
  const run: RunAnswers = { ...ledger, complete: [], answers: { 'ORD-60': { 'B?': 9 } }, observed: {} };

  const drift = driftOf(ledger, run, register);

  expect(drift).toEqual({
    ...none,
    otherDepth: false,
    changed: [{ of: 'ORD-60', title: 'B?', at: [], old: 2, new: 9 }],
  });
});

test('a run at another depth is held against what both asked', async () => {
  const before = { ...ledger, answers: { 'PRF-63': { a: { x: 1, y: 2 }, b: { x: 1 } } } };
  const answers = { 'PRF-63': { a: { x: 1, z: 3 }, c: { x: 1 } } };
  const run: RunAnswers = {
    ...ledger,
    depth: 'full',
    complete: ['checkout-preferences'],
    answers,
    observed: {},
  };

  const drift = driftOf(before, run, register);

  expect(drift).toEqual({ ...none, otherDepth: true, same: 1 });
});

test('accepting a part keeps what it did not ask', async () => {
  const answers = { 'ORD-60': { 'B?': 5 }, 'TOK-68': { 'D?': 6 } };
  const observed = { 'instore-orders': { x: 1 }, 'oauth-token': { y: 2 } };
  const run: RunAnswers = { target: 't', depth: 'smoke', complete: ['instore-orders'], answers, observed };

  expect(accepted(ledger, run, register)).toEqual({
    target: 't',
    depth: 'smoke',
    answers: { 'TOK-67': { 'A?': 1 }, 'ORD-60': { 'B?': 5 }, 'TOK-68': { 'D?': 6 } },
    observed: { 'oauth-token': { 'Success status': { status: 200 } }, 'instore-orders': { x: 1 } },
  });
});
