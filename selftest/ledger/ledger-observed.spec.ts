import { expect, test } from '@playwright/test';
import type { ResponseRecord } from '#api/exchange';
import { getShape, summarizeResponse } from '#api/response-shape';
import { isObject, listFields } from '#api/values/json';
import { listFacts } from '#assertions/facts';
import { recordSecret } from '#redaction/redact';
import { getObservations, getResponseTimes, readLedgerFile } from '#results/ledger/responses';
import type { Observation, ObservedFact } from '#run/channels';
import { readJsonFile } from '#run/json-file';
import { exchange } from '../tools/exchanges.ts';

const getObservation = (...facts: ObservedFact[]) => ({ endpoint: 'oauth-token', facts, milliseconds: [] }) as const;
const seen = (...facts: ObservedFact[]) => getObservations([getObservation(...facts)])['oauth-token'];

test('a success shows its status, its media type and the members that neither reference nor request names', () => {
  const sent = { method: 'POST', url: 'http://t.example', headers: {}, body: '{"client_id": "7"}' };
  const text = '{"access_token": "x", "client_id": "7", "extra": {"at": [1, ["a"]]}}';

  expect(listFacts(exchange({ status: 201, text, request: sent }))).toEqual([
    { kind: 'success status', value: 201 },
    { kind: 'unnamed member', name: 'extra', value: { at: ['number', 'string'] } },
    { kind: 'media type', of: 'success', value: 'application/json' },
  ]);
});

test('an error shows the shape of its body and its codes as they are spelled, and no value of it', () => {
  const text = '{"message": "token 12345 is bad", "cause": [{"code": "Invalid-Grant"}, {"code": "x"}]}';

  expect(listFacts(exchange({ status: 400, text }))).toEqual([
    { kind: 'error body', status: 400, value: { cause: [{ code: 'string' }], message: 'string' } },
    { kind: 'code', value: 'Invalid-Grant' },
    { kind: 'media type', of: 'error', value: 'application/json' },
  ]);
});

test('header fields that matter show with their names, and others do not', () => {
  const notable = ['retry-after', 'ratelimit-remaining', 'x-rate-limit-reset', 'x-idempotency-key', 'x-request-id'];
  const headers = Object.fromEntries([...notable, 'set-cookie', 'server'].map((name) => [name, '7']));

  const facts = listFacts(exchange({ status: 204, text: '', headers }));

  expect(facts.flatMap((fact) => (fact.kind === 'header' ? [fact.name] : []))).toEqual(notable);
});

test('a secret that an answer has for the name of a member is redacted', () => {
  recordSecret('s3cret-value-of-this-test');

  const text = '{"s3cret-value-of-this-test": {"s3cret-value-of-this-test": 1}}';

  for (const status of [200, 400])
    expect(JSON.stringify(listFacts(exchange({ status, text })))).not.toContain('s3cret');
});

test('what several workers saw is the same in whatever order they saw it', () => {
  const { value: facts } = readJsonFile<ObservedFact[]>('selftest/ledger/facts.json', {});

  const one = getObservations([getObservation(...facts)]);

  expect(getObservations([getObservation(...facts.toReversed()), getObservation(...facts.slice(0, 2))])).toEqual(one);
  expect(one['oauth-token']).toEqual({
    'Success status': { status: 200 },
    'Error body': { '400': { b: 'string', a: 'number' }, '401': 'none' },
    'Codes and labels': ['invalid_client', 'invalid_grant'],
    'Header fields: Retry-After': { 'retry-after': [400, 401] },
    'Header fields: rate limit': {},
    'Header fields: idempotency': {},
    'Header fields: request id': { 'x-request-id': 'every status' },
  });
});

test('errors of one shape show it once, whatever their status', () => {
  const value = { error: 'string' };
  const facts = [400, 401].map((status): ObservedFact => ({ kind: 'error body', status, value }));

  expect(seen(...facts)).toMatchObject({ 'Error body': value });
});

test('the times of an operation are the median and the slowest of all workers', () => {
  const took = (milliseconds: number[]): Observation => ({ endpoint: 'test-users', facts: [], milliseconds });

  expect(getResponseTimes([took([5, 1]), took([30])])).toEqual({ 'test-users': { median: 5, slowest: 30 } });
  expect(getResponseTimes([took([4, 1, 2, 9])])).toEqual({ 'test-users': { median: 3, slowest: 9 } });
});

const varying = /\d{6}|[0-9a-f]{16}|\d\dT\d\d:|redacted|APP_USR[-\w]|https?:/i;

const response = (status: number, json?: unknown): ResponseRecord => ({
  status,
  headers: {},
  text: JSON.stringify(json) ?? '',
  json,
  milliseconds: 1,
});

test('a reply describes a rejection by status and code, and every success alike', () => {
  const rejected = summarizeResponse(response(409, { cause: [{ code: 'bad_request' }] }));

  expect(rejected).toEqual({ status: 409, code: 'bad_request' });
  expect(summarizeResponse(response(400))).toEqual({ status: 400, code: null });
  for (const status of [200, 201, 204]) expect(summarizeResponse(response(status))).toEqual({ status: 'success' });
});

test('a shape has names and types and no values, in whatever order they come', () => {
  const one = getShape({ b: [{ x: 1 }, 'a', { x: 2 }], a: null });
  const other = getShape({ a: null, b: ['c', { x: 7 }] });

  expect(JSON.stringify(one)).toBe('{"a":"null","b":["string",{"x":"number"}]}');
  expect(JSON.stringify(other)).toBe('{"a":"null","b":["string",{"x":"number"}]}');
});

test('no response in the ledger holds an id, a time or a token', () => {
  const { answers: responses, observed } = readLedgerFile('ledgers/embedded.json');

  const values = [...listFields({ answers: responses, observed })].map(([, value]) => value);

  expect(values.filter((value) => !isObject(value) && varying.test(JSON.stringify(value)))).toEqual([]);
  expect(values.length).toBeGreaterThan(300);
});
