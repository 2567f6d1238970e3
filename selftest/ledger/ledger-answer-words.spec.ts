import { expect, test } from '@playwright/test';
import { answerLines, isCases } from '#reporters/words/answer-words';

const refused = { status: 409, code: 'bad_request' };
const success = { status: 'success' };

const rows = [
  { name: 'a rejection', answer: { '': refused }, lines: ['Refused with 409 `bad_request`.'] },
  {
    name: 'a refusal without a listed code',
    answer: { '': { status: 409, code: null } },
    lines: ['Refused with 409 and no listed code.'],
  },
  {
    name: 'a success and what else was looked at',
    answer: { '': { ...success, scope: 'read' } },
    lines: ['Success, scope `read`.'],
  },
  { name: 'a status', answer: { '': { status: 201 } }, lines: ['Status 201.'] },
  {
    name: 'a shape',
    answer: { '': { error: 'string', cause: [{ code: 'number' }] } },
    lines: ['`{"error":"string","cause":[{"code":"number"}]}`.'],
  },
  {
    name: 'cases with equal answers',
    answer: { a: success, b: refused, '': success },
    lines: ['- success: a, an empty text', '- b: refused with 409 `bad_request`'],
  },
  {
    name: 'cases of cases',
    answer: { 'a?': { x: success, y: refused, z: success }, b: 'optional' },
    lines: ['- a?: success (x, z); refused with 409 `bad_request` (y)', '- b: `optional`'],
  },
  { name: 'names with signs', answer: { 'a __proto__ key': {} }, lines: ['- a \\_\\_proto\\_\\_ key: none'] },
];

for (const { name, answer, lines } of rows) {
  test(`${name} reads as prose`, () => {
    expect(answerLines(answer)).toEqual(lines);
  });
}

test('of more than forty equal cases the first forty are named', () => {
  const cases = Object.fromEntries(Array.from({ length: 43 }, (_, index) => [`case ${index}`, success]));

  expect(answerLines(cases)[0]).toMatch(/^- success: case 0, .*, case 39 and 3 more$/);
});

test('a reply and a shape are no cases', () => {
  expect([refused, success, { error: 'string' }, { a: 'optional' }, { a: refused }].map(isCases)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});
