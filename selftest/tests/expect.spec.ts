import { expect, test } from '@playwright/test';
import { covers } from '#api/covers';
import { decideOutcome } from '#assertions/decide';
import { expect as judge } from '#assertions/expect';
import { checkBroken } from '#http/request';
import { readJsonFile } from '#run/json-file';
import { readSettings } from '#run/settings/settings';
import { SUITE_ERROR } from '#run/skip';
import { exchange, getProblems } from '../tools/exchanges.ts';

const html = { headers: { 'content-type': 'text/html' }, text: '<h1>' };
const notJson = 'body: expected JSON (UTF-8, no byte order mark), actual: <h1>';
const noBody = 'body: expected JSON (UTF-8, no byte order mark), actual: an empty body';
const notMedia = 'content-type: expected a JSON media type, actual: text/html';
const failing = async () => ({ kind: 'other', words: 'The control failed.' }) as const;
const rejected = async () => ({ kind: 'control', got: 500, requirement: 'TOK-01' }) as const;
const accepted = async () => ({ kind: 'negativeControl', requirement: 'TOK-07' }) as const;
const error = (text: string, status = 400) => exchange({ status, text });
const token = { access_token: 'APP_USR-1-112010-x', token_type: 'bearer', scope: 'read', user_id: 1, public_key: 'k' };
const body = JSON.stringify({ ...token, live_mode: true, expires_in: '15552000' });

const eight = { ...exchange().request, body: '{"id":8,"site_id":"MLA"}' };
const seven = exchange({ text: '{"id":7,"site_id":"MLA"}', request: eight });
const paid = { ...seven, status: 402 };

const uncontrolled = exchange({ status: 400, control: failing });
const attack = { ...exchange().request, body: '{"code":"a\\u0000b"}' };
const deletion = exchange({ endpoint: 'instore-orders', status: 204, text: '', headers: { 'content-length': '9' } });
const uuid = '0b9c8a7d-6e5f-4a3b-9c2d-1e0f9a8b7c6d';
const idOf = (id: string) => JSON.stringify({ id });
const sentence = '{"error":"invalid_grant: expired"}';
const inSentence = `error code: expected invalid_grant, actual: ${sentence}`;
const forbidden = exchange({ status: 403, request: attack, ...html });
const unproven = exchange({ status: 400, control: rejected });
const label = { label: 'Bad-Request' };
const failed = 'The control failed.';
const notNumber = 'field expires_in: expected a number, actual: "15552000"';
const not2xx = 'status: expected any 2xx, actual: 400';
const not400 = 'status: expected 400, actual: 401';
const notLower = 'expected the id a, actual: "A"';
const notValid = 'status of the valid request: expected any 2xx, actual: 500';
const not5xx = 'status: expected any status but 5xx, actual: 500';
const noCode = 'error code: expected invalid_grant, actual: an empty body';
const inCapitals = '{"error":"INVALID_GRANT"}';
const otherCase = 'error code: expected invalid_grant, actual: INVALID_GRANT';
const otherLabel = 'error label: expected Bad-Request, actual: {"error":"bad request body"}';

const notListed = 'status: expected 400 or 401 or any';
const echo = 'the id as sent, 8';

/** The problems that each matcher finds in each response, word for word. */
const table: [name: string, judge: () => Promise<unknown>, ...problems: string[]][] = [
  ['a 200 is accepted', () => judge(exchange()).toBeAccepted()],
  ['a 299 is accepted', () => judge(exchange({ status: 299 })).toBeAccepted()],
  ['a redirect', () => judge(exchange({ status: 302 })).toBeAccepted(), 'status: expected any 2xx, actual: 302'],
  ['no negative control', () => judge(exchange({ negativeControl: failing })).toBeAccepted(), failed],
  ['a text for a number', () => judge(exchange({ text: body })).toConform('oauth-token/response'), notNumber],
  ['HTML', () => judge(exchange(html)).toConform('wallet-agreements/response'), notJson, notMedia],
  ['an error', () => judge(error('{"id":"1"}')).toConform('point-payment-intents/response'), not2xx],
  ['a fact that holds', () => judge(exchange()).toHold('two ids', true)],
  ['a fact that does not hold', () => judge(exchange()).toHold('two ids', false), 'expected two ids, actual: {}'],
  ['a fact without a control', () => judge(uncontrolled).toHold('a', true), failed],
  ['a field of this value', () => judge(seven).toHaveField('id', 7)],
  ['an id in another case', () => judge(exchange({ text: idOf(uuid.toUpperCase()) })).toHaveField('id', uuid)],
  ['a text in another case', () => judge(exchange({ text: idOf('A') })).toHaveField('id', 'a'), notLower],
  ['a field of another type', () => judge(seven).toHaveField('id', '7'), 'expected the id 7, actual: 7'],
  ['a field that comes back', () => judge(seven).toEcho('site_id')],
  ['a rejection for an echo', () => judge(error('{}')).toEcho('id', 400)],
  ['neither of both', () => judge(paid).toEcho('id', [400, 401]), `${notListed} 2xx with ${echo}, actual: 402`],
  ['no echo', () => judge(seven).toEcho('id', 400, 'a'), `expected ${echo} or a rejection with 400 a, actual: 7`],
  ['another id', () => judge(seven).toDifferFrom(exchange({ text: '{"id":8}' }), 'id')],
  ['the same id', () => judge(seven).toDifferFrom(seven, 'id'), 'expected another id than the first, actual: 7'],
  ['a code at the top', () => judge(error('{"error":"invalid_grant"}')).toBeError(400, 'invalid_grant')],
  ['a code deep in a list', () => judge(error('{"a":[{"b":["invalid_grant"]}]}')).toBeError(400, 'invalid_grant')],
  ['a code as a bare text', () => judge(error('"invalid_grant"')).toBeError(400, 'invalid_grant')],
  ['a code as a name', () => judge(error('{"a":{"invalid_grant":["no"]}}')).toBeError(400, 'invalid_grant')],
  ['a code in a sentence', () => judge(error(sentence)).toBeError(400, 'invalid_grant'), inSentence],
  ['a code at the end of a URI', () => judge(error('{"type":"x:/#invalid_grant"}')).toBeError(400, 'invalid_grant')],
  ['a label that may have no body', () => judge(error('')).toBeError(400, { ...label, orEmpty: true })],
  ['a code of another case', () => judge(error(inCapitals)).toBeError(400, 'invalid_grant'), otherCase],
  ['a label of another case', () => judge(error('{"error":"BAD REQUEST"}')).toBeError(400, label)],
  ['a label with a word more', () => judge(error('{"error":"bad request body"}')).toBeError(400, label), otherLabel],
  ['another status', () => judge(error('{}', 401)).toBeError(400), not400],
  ['none of two', () => judge(error('{}', 402)).toBeError([400, 401]), 'status: expected 400 or 401, actual: 402'],
  ['a 500 for a 4xx', () => judge(error('{}', 500)).toBeError('4xx'), 'status: expected 4xx, actual: 500'],
  ['an error without a body', () => judge(error('', 401)).toBeError('4xx')],
  ['a code without a body', () => judge(error('')).toBeError(400, 'invalid_grant'), noBody, noCode],
  ['an attack that a firewall rejects', () => judge(forbidden).toBeError(400, 'invalid_grant')],
  ['an attack that a firewall stops', () => judge(forbidden).toBeHandled()],
  ['an attack that fails', () => judge(exchange({ status: 500, request: attack })).toBeHandled(), not5xx],
  ['an error in HTML', () => judge(exchange({ status: 400, ...html })).toBeError(400), notJson, notMedia],
  ['an error whose control fails', () => judge(uncontrolled).toBeError(400), failed],
  ['an error whose control is rejected', () => judge(unproven).toBeError(400)],
  ['a success whose invalid control succeeds', () => judge(exchange({ negativeControl: accepted })).toBeAccepted()],
  ['a 401 whose control is rejected', () => judge({ ...unproven, status: 401 }).toBeError(400), not400, notValid],
  ['bytes behind a 204', () => judge(deletion).toBeHandled(), 'expected an empty body, actual: bytes behind a 204'],
  ['bad input that is accepted', () => judge(exchange()).toBeHandled()],
  ['bad input that is accepted without a body', () => judge(exchange({ text: '' })).toBeHandled(), noBody],
  ['bad input that is rejected', () => judge(error('')).toBeHandled()],
  ['bad input that crashes', () => judge(error('{}', 500)).toBeHandled(), not5xx],
  ['bad input in HTML', () => judge(exchange({ status: 400, ...html })).toBeHandled(), notJson, notMedia],
  ['a success in JSON', () => judge(exchange()).toBeJson()],
  ['a success without a body', () => judge(exchange({ text: '' })).toBeJson(), noBody],
  ['a success that may have no body', () => judge(exchange({ text: '' })).toBeJson(true)],
  ['a rejection without a body', () => judge(error('')).toBeJson()],
  ['a rejection in HTML', () => judge(exchange({ status: 400, ...html })).toBeJson(), notJson, notMedia],
];

for (const [name, judge, ...problems] of table)
  test(`of ${name} the matcher says ${problems.join(', ') || 'nothing'}`, async () =>
    expect(await getProblems(judge())).toEqual(problems));

const json = ['application/json', 'Application/JSON; charset=UTF-8', 'application/vnd.api+json;v=1'];

for (const mediaType of [...json, 'text/json', 'application/jsonp', 'application/x-json', '']) {
  const isJson = json.includes(mediaType);
  test(`${mediaType || 'nothing'} is ${isJson ? 'a' : 'no'} JSON media type`, async () => {
    const judged = judge(exchange({ headers: { 'content-type': mediaType } })).toBeJson();
    const problem = `content-type: expected a JSON media type${mediaType && `, actual: ${mediaType}`}`;
    expect(await getProblems(judged)).toEqual(isJson ? [] : [problem]);
  });
}

const errors = () => test.info().annotations.filter(({ type }) => type === SUITE_ERROR).length;

test('a request that was meant to be valid and is not is an error of the suite', async () => {
  const invalid = exchange({ request: { ...exchange().request, body: '{"client_id":1}' } });

  await expect(judge(invalid).toBeAccepted()).rejects.toThrow('error of the suite: the request should be valid');
  expect(errors()).toBe(1);
});

for (const [what, body] of [
  ['nothing', { description: 'a', site_id: 'MLA' }],
  ['something else', { description: 'a', site_id: 1 }],
  ['more than that', { description: 1, site_id: 1 }],
] as const)
  test(`a request that was meant to break one field and breaks ${what} is an error of the suite`, () => {
    const check = (sent: object = body) =>
      checkBroken('test-users/request', sent, { keyword: 'type', pointer: '/description' });

    check({ description: 1, site_id: 'MLA' });
    expect(check).toThrow('error of the suite: the request should violate type at /description');
    expect(errors()).toBe(1);
  });

type Decided = Readonly<{
  ids: Parameters<typeof covers>;
  message: string;
  ended?: string;
  STRICT?: string;
  is: string;
}>;
const { value: decided } = readJsonFile<(Decided & { suiteErrors?: number })[]>('selftest/tests/decided.json', {});

for (const { ids, message, ended = 'failed', STRICT = '', is, suiteErrors = 0 } of decided)
  test(`a test of ${ids} that ends with "${message}" is ${is} where only orders are judged`, () => {
    const annotations = [covers(...ids).annotation ?? []].flat();
    const run = Object.assign(Object.create(test.info()), { annotations, errors: [{ message }], status: ended });
    decideOutcome(run, { settings: readSettings({ OPERATIONS: 'instore-orders', STRICT }), waivers: [] }, []);
    const found = annotations.filter(({ type, description }) => type === SUITE_ERROR && description === message);
    expect([run.status, found.length]).toEqual([is, suiteErrors]);
  });
