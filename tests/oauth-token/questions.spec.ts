import { covers } from '#api/covers';
import { type Exchange, getField, getSentField, getText, isSuccess } from '#api/exchange';
import { getShape, summarizeResponse } from '#api/response-shape';
import type { State } from '#api/states';
import { readAccessToken } from '#api/values/formats';
import { usualPreference } from '#assertions/control/controls';
import { record, test } from '#assertions/test';
import { madeUp } from '#factories/near-misses/texts';
import { agreement, type GrantType, testUser, tokenRequest } from '#factories/request-bodies';
import type { CallOptions } from '#http/request';
import { seededWord } from '#redaction/made-up-values';
import { withCharset } from '../cases/request-contexts.ts';
import { byClient, byCode, byRefreshToken, unmarkedFields } from './issued.ts';

interface Options extends Pick<CallOptions, 'omits' | 'headers'> {
  /** Returns what is recorded; default: the status and code. */
  readonly summarize?: (response: Exchange) => object;
  readonly change?: Readonly<Record<string, unknown>>;
  readonly times?: number;
}
type By = { readonly grant: GrantType; readonly state: State };
type Question = readonly [id: Parameters<typeof covers>[0], title: string, by: By, options?: Options];

const long = { change: { client_secret: seededWord('long secret', 100_000) } };
const tested = { change: { test_token: 'true' }, summarize: withMode };
const valueless = { change: { [seededWord('empty parameter')]: '', [seededWord('null parameter')]: null } };
const renewed = { summarize: describeRenewed };
const narrowed = { change: { scope: 'read' }, summarize: withScope };

const questions: readonly Question[] = [
  ['TOK-61', 'Is refresh_token required with refresh_token?', { ...byRefreshToken, state: 'an application' }],
  ['TOK-60', 'Is redirect_uri required with authorization_code?', byCode, { omits: 'redirect_uri' }],
  ['TOK-62', 'Is code_verifier required with authorization_code?', byCode, { omits: 'code_verifier' }],
  ['TOK-63', 'Is test_token required with authorization_code?', byCode, { omits: 'test_token' }],
  ['TOK-78', 'Is redirect_uri required with refresh_token?', byRefreshToken, { omits: 'redirect_uri' }],
  ['TOK-78', 'Is code_verifier required with refresh_token?', byRefreshToken, { omits: 'code_verifier' }],
  ['TOK-78', 'Is test_token required with refresh_token?', byRefreshToken, { omits: 'test_token' }],
  ['TOK-67', 'Does a second exchange of a code succeed?', byCode, { times: 2 }],
  ['TOK-69', 'Does a refresh token work a second time?', byRefreshToken, { times: 2 }],
  ['TOK-76', 'Does a client_secret of 100,000 characters meet a limit?', byCode, long],
  ['TOK-83', 'Is a parameter that does not exist refused where it has no value?', byRefreshToken, valueless],
  ['TOK-83', 'Is a blank unknown parameter refused?', byRefreshToken, { change: { [seededWord('blank')]: ' \t' } }],
  ['TOK-66', 'Does asking for the scope read narrow the token?', byCode, narrowed],
  ['TOK-68', 'Does refreshing give a new refresh token, the same or none?', byRefreshToken, renewed],
  ['TOK-70', 'What does test_token with the text true change?', byCode, tested],
  ['TOK-72', 'Is client_credentials offered, and with a refresh token?', byClient, { summarize: withRefreshToken }],
  ['TOK-85', 'Is the media type application/json accepted with a charset?', byCode, { headers: withCharset }],
];

for (const [id, title, { grant, state }, asked = {}] of questions)
  test(title, covers(id), async ({ call, given }) => {
    const { change, times = 1, summarize = summarizeResponse, ...options } = asked;
    const body = { ...tokenRequest(grant, await given(state)), ...change };

    if (times === 2) await call('oauth-token', { body, ...options });
    const response = await call('oauth-token', { body, ...options });

    record(summarize(response));
  });

test('Is a code still accepted after a rejected request?', covers('TOK-88'), async ({ call, given }) => {
  const body = tokenRequest('authorization_code', await given('an authorization code'));
  await call('oauth-token', { body: { ...body, client_secret: madeUp(body.client_secret ?? '') } });
  record(summarizeResponse(await call('oauth-token', { body })));
});

test('Which unmarked fields are accepted with refresh_token?', covers('TOK-64'), async ({ call, given }) => {
  const { redirect_uri } = await given('an application');
  const responses: Record<string, unknown> = {};
  for (const [field, value] of Object.entries({ ...unmarkedFields, redirect_uri })) {
    const body = tokenRequest('refresh_token', await given('a refresh token'));
    responses[field] = summarizeResponse(await call('oauth-token', { body: { ...body, [field]: value } }));
  }
  record(responses);
});

for (const [id, title, response] of [
  ['TOK-65', 'Which scopes does a token have where none was asked for?', getScope],
  ['TOK-71', 'How is the rest of an access token composed?', getRest],
  ['TOK-74', 'Which status does an issued token have?', ({ status }: Exchange) => ({ status })],
] as const)
  test(title, covers(id), async ({ baseline }) => record(response(await baseline('oauth-token'))));

function getScope({ json }: Exchange) {
  return { scope: getField(json, 'scope') ?? null };
}

/** Returns what follows the creation date of an access token, without its letters and digits. */
function getRest(issued: Exchange) {
  return { rest: readIssued(issued)?.rest.replace(/[A-Za-z0-9]+/g, 'x') ?? null };
}

function withScope(response: Exchange) {
  return { ...summarizeResponse(response), ...getScope(response) };
}

function describeRenewed(response: Exchange) {
  const renewed = getText(response.json, 'refresh_token');
  // The variable has another name than refresh_token, because any value with that name counts as a secret.
  const isSame = renewed === getSentField(response, 'refresh_token');
  return { renewed: renewed === '' ? 'none' : isSame ? 'the same' : 'new' };
}

function withMode(response: Exchange) {
  const type = readIssued(response)?.type ?? null;
  return { ...summarizeResponse(response), type, live_mode: getField(response.json, 'live_mode') ?? null };
}

function withRefreshToken(response: Exchange) {
  if (!isSuccess(response.status)) return summarizeResponse(response);
  return { ...summarizeResponse(response), refresh_token: getText(response.json, 'refresh_token') !== '' };
}

function readIssued(response: Exchange) {
  return readAccessToken(getText(response.json, 'access_token'), String(getSentField(response, 'client_id')));
}

test('What is the shape of a token error?', covers('TOK-73'), async ({ call }) => {
  record(getShape((await call('oauth-token', { body: {} })).json));
});

test('What does a token open that was narrowed to the scope read?', covers('TOK-75'), async ({ call, given, tag }) => {
  const body = { ...tokenRequest('authorization_code', await given('an authorization code')), scope: 'read' };
  const issued = await call('oauth-token', { body });
  if (!isSuccess(issued.status)) return record({ narrowed: false });

  const token = getText(issued.json, 'access_token');
  const marked = usualPreference(tag);
  record({
    narrowed: getField(issued.json, 'scope') === 'read',
    'checkout-preferences': summarizeResponse(await call('checkout-preferences', { token, body: marked })),
    'test-users': summarizeResponse(await call('test-users', { token, body: testUser(tag) })),
    'wallet-agreements': summarizeResponse(await call('wallet-agreements', { token, body: agreement(tag) })),
  });
});

test('Does a token of the type TEST open a protected operation?', covers('TOK-77'), async ({ call, given, tag }) => {
  const { access_token } = await given('a test access token');
  const body = usualPreference(tag);

  record(summarizeResponse(await call('checkout-preferences', { token: access_token, body })));
});
