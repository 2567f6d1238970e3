import { expect, test } from '@playwright/test';
import type { ResponseRecord } from '#api/exchange';
import { getShape, summarizeResponse, withNames } from '#api/response-shape';
import { isObject, listMembers } from '#api/values/json';
import { readLedgerFile } from '#results/ledger/answers';

/** Matches values that differ between two runs. */
const varying = /\d{6}|[0-9a-f]{16}|\d\dT\d\d:|redacted|APP_USR[-\w]|https?:/i;

const answer = (status: number, json?: unknown): ResponseRecord => ({
  status,
  headers: {},
  text: JSON.stringify(json) ?? '',
  json,
  milliseconds: 1,
});

test('a reply describes a rejection by status and code, and every success alike', () => {
  expect(summarizeResponse(answer(409, { cause: [{ code: 'bad_request' }] }))).toEqual({
    status: 409,
    code: 'bad_request',
  });
  expect(summarizeResponse(answer(400))).toEqual({ status: 400, code: null });
  expect([200, 201, 204].map((status) => summarizeResponse(answer(status)))).toEqual(
    [1, 2, 3].map(() => ({ status: 'success' })),
  );
});

test('a shape has names and types and no values, in whatever order they come', () => {
  const one = getShape({ b: [{ x: 1 }, 'a', { x: 2 }], a: null });
  const other = getShape({ a: null, b: ['c', { x: 7 }] });

  expect(JSON.stringify(one)).toBe('{"a":"null","b":["string",{"x":"number"}]}');
  expect(JSON.stringify(other)).toBe('{"a":"null","b":["string",{"x":"number"}]}');
});

test('the names of a shape are written anew, however deep', () => {
  expect(withNames({ a: [{ b: 'string' }] }, (name) => `${name}!`)).toEqual({ 'a!': [{ 'b!': 'string' }] });
});

test('no response in the ledger holds an id, a time or a token', () => {
  const { answers, observed } = readLedgerFile('ledgers/embedded.json');

  const values = [...listMembers({ answers, observed })].map(([, value]) => value);

  expect(values.filter((value) => !isObject(value) && varying.test(JSON.stringify(value)))).toEqual([]);
  expect(values.length).toBeGreaterThan(300);
});
