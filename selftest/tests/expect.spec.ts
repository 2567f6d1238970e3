import { expect, test } from '@playwright/test';
import { expect as judge } from '#assertions/expect';
import { exchange, problemsOf } from '../tools/exchanges.ts';

const html = { headers: { 'content-type': 'text/html' }, text: '<h1>' };
const notJson = 'body: expected JSON (UTF-8, no byte order mark), actual: <h1>';
const noBody = 'body: expected JSON (UTF-8, no byte order mark), actual: an empty body';
const notMedia = 'content-type: expected a JSON media type, actual: text/html';
const failing = async () => ({ kind: 'other', words: 'The control failed.' }) as const;
const error = (text: string, status = 400) => exchange({ status, text });
const token = { access_token: 'APP_USR-1-112010-x', token_type: 'bearer', scope: 'read', user_id: 1, public_key: 'k' };
const body = JSON.stringify({ ...token, live_mode: true, expires_in: '15552000' });

const seven = exchange({
  text: '{"id":7,"site_id":"MLA"}',
  request: { ...exchange().request, body: '{"id":8,"site_id":"MLA"}' },
});

/** Holds what each matcher says of each answer, word for word; nothing where it holds. */
const table: [name: string, said: () => Promise<unknown>, problems: string[]][] = [
  ['a 200 is accepted', () => judge(exchange()).toBeAccepted(), []],
  ['a 299 is accepted', () => judge(exchange({ status: 299 })).toBeAccepted(), []],
  [
    'a 302 is not accepted',
    () => judge(exchange({ status: 302 })).toBeAccepted(),
    ['status: expected any 2xx, actual: 302'],
  ],
  [
    'a success without a negative control proves nothing',
    () => judge(exchange({ negativeControl: failing })).toBeAccepted(),
    ['The control failed.'],
  ],
  [
    'a text where a number belongs breaks the schema',
    () => judge(exchange({ text: body })).toConform('oauth-token/response'),
    ['field expires_in: expected number, actual: "15552000"'],
  ],
  ['HTML does not conform', () => judge(exchange(html)).toConform('wallet-agreements/response'), [notJson, notMedia]],
  [
    'an error that is a success does not conform',
    () => judge(error('{"id":"1"}')).toConform('point-payment-intents/response'),
    ['status: expected any 2xx, actual: 400'],
  ],
  ['a fact that holds', () => judge(exchange()).toHold('two ids', true), []],
  ['a fact that does not hold', () => judge(exchange()).toHold('two ids', false), ['expected two ids, actual: {}']],
  ['a member of this value', () => judge(seven).toHaveMember('id', 7), []],
  ['a member of another type', () => judge(seven).toHaveMember('id', '7'), ['expected the id 7, actual: 7']],
  ['a member that comes back', () => judge(seven).toEcho('site_id'), []],
  ['a member that was not sent so', () => judge(seven).toEcho('id'), ['expected the id as sent, 8, actual: 7']],
  ['another id', () => judge(seven).toDifferFrom(exchange({ text: '{"id":8}' }), 'id'), []],
  ['the same id', () => judge(seven).toDifferFrom(seven, 'id'), ['expected another id than the first, actual: 7']],
  [
    'a fact of a rejection needs its control',
    () => judge(exchange({ status: 400, control: failing })).toHold('a', true),
    ['The control failed.'],
  ],
  ['a code as a value at the top', () => judge(error('{"error":"invalid_grant"}')).toBeError(400, 'invalid_grant'), []],
  ['a code deep in a list', () => judge(error('{"a":[{"b":["invalid_grant"]}]}')).toBeError(400, 'invalid_grant'), []],
  ['a code as a bare text', () => judge(error('"invalid_grant"')).toBeError(400, 'invalid_grant'), []],
  [
    'a code inside a longer text',
    () => judge(error('{"error":"invalid_grant: expired"}')).toBeError(400, 'invalid_grant'),
    ['error code: expected invalid_grant, actual: {"error":"invalid_grant: expired"}'],
  ],
  [
    'a code as a member name',
    () => judge(error('{"invalid_grant":true}')).toBeError(400, 'invalid_grant'),
    ['error code: expected invalid_grant, actual: {"invalid_grant":true}'],
  ],
  [
    'a code of another case',
    () => judge(error('{"error":"INVALID_GRANT"}')).toBeError(400, 'invalid_grant'),
    ['error code: expected invalid_grant, actual: INVALID_GRANT'],
  ],
  [
    'a label of another case',
    () => judge(error('{"error":"BAD REQUEST"}')).toBeError(400, { label: 'Bad-Request' }),
    [],
  ],
  [
    'a label with a word more',
    () => judge(error('{"error":"bad request body"}')).toBeError(400, { label: 'Bad-Request' }),
    ['error label: expected Bad-Request, actual: {"error":"bad request body"}'],
  ],
  ['another status', () => judge(error('{}', 401)).toBeError(400), ['status: expected 400, actual: 401']],
  [
    'none of several statuses',
    () => judge(error('{}', 402)).toBeError([400, 401]),
    ['status: expected 400 or 401, actual: 402'],
  ],
  [
    'a 500 where any 4xx is wanted',
    () => judge(error('{}', 500)).toBeError('4xx'),
    ['status: expected 4xx, actual: 500'],
  ],
  ['an error without a body where no code is stated', () => judge(error('', 401)).toBeError('4xx'), []],
  [
    'an error without a body where a code is stated',
    () => judge(error('')).toBeError(400, 'invalid_grant'),
    [noBody, 'error code: expected invalid_grant, actual: an empty body'],
  ],
  ['an error in HTML', () => judge(exchange({ status: 400, ...html })).toBeError(400), [notJson, notMedia]],
  [
    'an error whose control fails',
    () => judge(exchange({ status: 400, control: failing })).toBeError(400),
    ['The control failed.'],
  ],
  ['bad input that is accepted', () => judge(exchange({ text: '' })).toBeHandled(), []],
  ['bad input that is refused without a body', () => judge(error('')).toBeHandled(), []],
  [
    'bad input that crashes',
    () => judge(error('{}', 500)).toBeHandled(),
    ['status: expected any status but 5xx, actual: 500'],
  ],
  [
    'bad input that is refused in HTML',
    () => judge(exchange({ status: 400, ...html })).toBeHandled(),
    [notJson, notMedia],
  ],
  ['a success in JSON', () => judge(exchange()).toBeJson(), []],
  ['a success without a body', () => judge(exchange({ text: '' })).toBeJson(), [noBody]],
  ['a success that may have no body', () => judge(exchange({ text: '' })).toBeJson(true), []],
  ['a rejection without a body', () => judge(error('')).toBeJson(), []],
  ['a rejection in HTML', () => judge(exchange({ status: 400, ...html })).toBeJson(), [notJson, notMedia]],
];

for (const [name, said, problems] of table) {
  test(`of ${name} the matcher says ${problems.length === 0 ? 'nothing' : problems.join(', ')}`, async () => {
    expect(await problemsOf(said())).toEqual(problems);
  });
}

for (const mediaType of [
  'application/json',
  'Application/JSON; charset=UTF-8',
  'application/problem+json',
  'application/vnd.api+json;v=1',
]) {
  test(`${mediaType} is a JSON media type`, async () => {
    await judge(exchange({ headers: { 'content-type': mediaType } })).toBeJson();
  });
}

for (const mediaType of ['text/json', 'application/jsonp', 'application/x-json', '']) {
  test(`${mediaType || 'nothing'} is no JSON media type`, async () => {
    const judged = judge(exchange({ headers: { 'content-type': mediaType } })).toBeJson();

    expect(await problemsOf(judged)).toEqual([
      `content-type: expected a JSON media type${mediaType && `, actual: ${mediaType}`}`,
    ]);
  });
}
