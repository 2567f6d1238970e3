import { covers } from '#api/covers';
import { hasErrorCode } from '#api/errors';
import { isSuccess } from '#api/exchange';
import { eachCase, expect, settings, test } from '#assertions/test';
import { pairwise } from '#factories/combinations';
import { layouts } from '#factories/malformed';
import { madeUp } from '#factories/near-misses/texts';
import { type GrantType, toBasic, tokenRequest } from '#factories/request-bodies';
import unknownParameters from '#factories/unknown-parameters.json' with { type: 'json' };
import { createCodeVerifier, seededWord } from '#redaction/made-up-values';
import { isLoopback } from '#run/settings/target';
import { preferred, preferredOtherwise, wholeBodies } from '../cases/request-contexts.ts';
import { getBody, invalidRequests } from './invalid.ts';
import {
  byClient,
  byCode,
  byRefreshToken,
  getGrantCodes,
  getMediaType,
  notOffered,
  openCodes,
  unmarkedCodes,
  unmarkedFields,
} from './issued.ts';

/** Parameters that 2.1 does not have; null, empty and blank ones may count as missing (RFC 6749, 3.2): TOK-83 asks. */
test('rejects a parameter that does not exist, whatever its value', covers('TOK-24'), async ({ call, given }) => {
  await eachCase(unknownParameters, async ({ name: pattern, value }, turn) => {
    const name = pattern.replace('WORD', seededWord(pattern));
    const body = tokenRequest('refresh_token', await given('a refresh token'));
    const response = await call('oauth-token', {
      body: turn % 2 === 0 ? { ...body, [name]: value } : { [name]: value, ...body },
    });
    await expect.soft(response, `${pattern} ${JSON.stringify(value)}`).toBeError(400, 'invalid_request');
  });
});

const unmarked: Readonly<Record<string, string>> = { scope: 'read', test_token: 'false' };

/** Adds a field to a JSON object that has it, each in a way that some readers miss; one has another value. */
const repetitions: readonly ((json: string, field: string, escaped: string) => string)[] = [
  (json, field) => `{${field.replace('":"', '" : "x')},${json.slice(1)}`,
  (json, _, escaped) => `{${escaped},${json.slice(1)}`,
  (json, field) => `{${field},${json.slice(1, -1)},${field}}`,
  (json, field) => `${json.slice(0, -1)},${field}}`,
];

const ofCode = ['code', 'client_secret', 'redirect_uri', 'code_verifier', 'scope', 'client_id', 'grant_type'];
const ofRefreshToken = ['client_id', 'client_secret', 'grant_type', 'scope', 'refresh_token', 'test_token'];

for (const [turn, { name, words, grant, state }] of [
  ...ofCode.map((name) => ({ name, ...byCode })),
  ...ofRefreshToken.map((name) => ({ name, ...byRefreshToken })),
  { name: 'client_secret', ...byClient },
].entries())
  test(`rejects ${name} twice in one request, with ${words}`, covers('TOK-25'), async ({ call, given }) => {
    const right: Readonly<Record<string, string>> = tokenRequest(grant, await given(state));
    const field = { [name]: right[name] ?? unmarked[name] ?? createCodeVerifier() };
    const [once = '', escaped = ''] = [layouts.compact, layouts.escaped].map((write) => write(field).slice(1, -1));
    const [repeat = (json: string) => json] = repetitions.slice(turn % repetitions.length);

    const response = await call('oauth-token', { text: repeat(JSON.stringify({ ...right, ...field }), once, escaped) });

    // A target may first check if client_credentials is offered.
    const offered = grant === 'client_credentials' ? notOffered : [];
    await expect(response).toBeError(400, ['invalid_request', ...offered]);
  });

test('rejects credentials outside the body', covers('TOK-59'), async ({ call, given }) => {
  const ofQuery = isLoopback(settings.BASE_URL) ? ['client_id', 'client_secret'] : ['client_id']; // URLs get logged
  await eachCase(['Authorization', ...ofQuery], async (name) => {
    const right = tokenRequest('authorization_code', await given('an authorization code'));
    const { client_id = '', client_secret = '', ...body } = right;
    const { [name]: value, ...others } = right;
    const request = value
      ? { body: others, query: { [name]: value } }
      : { body, headers: { authorization: toBasic({ client_id, client_secret }) } };
    await expect.soft(await call('oauth-token', request), name).toBeError('4xx');
  });
});

const listed = ['invalid_client', 'invalid_grant', 'invalid_scope', 'invalid_request'];
const faults = ['client_id', 'client_secret', 'grant', 'redirect_uri', 'scope', 'parameter'] as const;
const pairs = faults.flatMap((one, index) => faults.slice(index + 1).map((other) => [one, other] as const));

for (const { grant, state, credential } of [
  { ...byCode, credential: 'code' },
  { ...byRefreshToken, credential: 'refresh_token' },
])
  test(`rejects ${grant} where two things are wrong`, covers('TOK-58'), async ({ call, given }) => {
    await eachCase(pairs, async ([one, other]) => {
      const right = tokenRequest(grant, await given(state));
      const wrong = {
        client_id: { client_id: madeUp(right.client_id ?? '') },
        client_secret: { client_secret: madeUp(right.client_secret ?? '') },
        grant: { [credential]: madeUp(right[credential] ?? '') },
        redirect_uri: { redirect_uri: `https://${seededWord('host')}.example/` },
        scope: { scope: seededWord('scope') },
        parameter: { [seededWord('parameter')]: seededWord('value') },
      };
      const response = await call('oauth-token', { body: { ...right, ...wrong[one], ...wrong[other] } });
      await expect.soft(response, `${one} and ${other}`).toBeError(400, listed);
    });
  });

test('rejects JSON with nothing in it', covers('TOK-26'), async ({ call }) => {
  await expect(await call('oauth-token', { text: '' })).toBeError(400, 'invalid_request');
});

test('rejects a body that is no object', covers('TOK-27'), async ({ call, given }) => {
  const request = tokenRequest('authorization_code', await given('an authorization code'));

  await eachCase([...wholeBodies.slice(1), JSON.stringify(request), [request]], async (body, turn) => {
    await expect.soft(await call('oauth-token', { body }), `${typeof body} ${turn}`).toBeError(400, 'invalid_request');
  });
});

/** The requirements of a missing parameter, whose rule may be forgotten beside another one. */
const missing: ReadonlySet<string> = new Set(['TOK-20', 'TOK-21', 'TOK-22', 'TOK-23']);

for (const invalid of invalidRequests) {
  const { id, name, codes, options, status = 400 } = invalid;

  test(`rejects ${name}`, covers(id), async ({ call, given }) => {
    const others = await getGrantCodes(invalid.grant, call, given);
    const body = await getBody(invalid, given);

    const response = await call('oauth-token', { body, ...options });

    await expect(response).toBeError(others.length > 0 ? [400, status] : status, [...codes, ...others]);
    if (!missing.has(id) || !invalid.isPlain) return;
    const besideAll = await call('oauth-token', { body: { ...unmarkedFields, ...body } });
    await expect(besideAll, 'with the unmarked fields').toBeError(400, [...codes, ...others, ...unmarkedCodes]);
  });
}

/** The optional parts of a request, and how it is sent. */
const factors = {
  scope: { none: {}, read: { scope: 'read' } },
  test_token: { none: false, sent: true },
  code_verifier: { none: false, fresh: true },
  redirect_uri: { none: false, registered: true },
  other_grant: { none: false, 'made up': true },
  sent: { 'as usual': false, 'with escapes and a charset': true },
  connection: { kept: {}, 'closed after JSON in lines': { connection: 'close' } },
  time: { first: 1, second: 2 },
};

const contexts = pairwise(factors, settings.DEPTH);

for (const invalid of invalidRequests.filter(({ isPlain }) => !isPlain)) {
  const { id, name: what, grant, codes, status = 400 } = invalid;

  test(`rejects ${what}, in every context`, covers(id), async ({ call, provoke, given }) => {
    const others = await getGrantCodes(grant, call, given);
    const { redirect_uri } = await given('an application');
    const type = await getMediaType(call, given);
    // A second attempt is the same in all its contexts, so there is a third one too.
    const again = await getBody(invalid, given, 1);
    await eachCase(contexts, async (context, turn) => {
      const isSecond = context.time === 2;
      const wrong = isSecond ? again : await getBody(invalid, given, turn);
      const optional = optionalParts(context, grant, redirect_uri);
      const request = { body: { ...optional, ...wrong }, ...getForm(context, type, turn), ...invalid.options };

      // A rule may be forgotten for a client that got a token before.
      const opening = { body: tokenRequest('client_credentials', getClient(wrong)), ...invalid.options };
      if (turn === 0) await provoke('oauth-token', opening);
      const first = await provoke('oauth-token', request);
      const response = isSecond && !isSuccess(first.status) ? await provoke('oauth-token', request) : first;

      const usedUp = isSecond && grant !== 'client_credentials' ? unmarkedCodes : [];
      const more = [...codesOf(optional, wrong), ...usedUp, ...others];
      const statuses = codes.some((code) => hasErrorCode(response, code)) ? status : [400, status];
      await expect.soft(response, context.name).toBeError(statuses, [...codes, ...more]);
    });
  });
}

type Context = (typeof contexts)[number];
type Body = Readonly<Record<string, string>>;

const getClient = ({ client_id = '', client_secret = '' }: Body) => ({ client_id, client_secret });

/** Returns the optional parts of a request in a context; a second attempt has the other test_token. */
function optionalParts({ scope, time, ...sends }: Context, grant: GrantType, redirect_uri: string): Body {
  const ofOtherGrant = grant === 'authorization_code' ? 'refresh_token' : 'code';
  return {
    ...scope,
    ...(sends.test_token ? { test_token: time === 1 ? 'false' : 'true' } : {}),
    ...(sends.code_verifier ? { code_verifier: createCodeVerifier() } : {}),
    ...(sends.redirect_uri ? { redirect_uri } : {}),
    ...(sends.other_grant ? { [ofOtherGrant]: seededWord(ofOtherGrant.replace('_', ' '), 32) } : {}),
  };
}

function getForm({ sent, connection }: Context, mediaType: string, turn: number) {
  const wishes = [preferredOtherwise, preferred, { ...preferredOtherwise, 'accept-language': 'tr, *;q=0.5' }];
  const headers = { ...(sent && { 'content-type': mediaType, ...wishes[turn % wishes.length] }), ...connection };
  const usual = 'connection' in connection ? layouts.indented : layouts.compact;
  return { headers, write: sent ? layouts.escaped : usual };
}

/** Returns the codes that the optional parts may cause: 7 does not show which of two faults is found first. */
function codesOf(optional: Body, wrong: Body): string[] {
  const others = Object.entries(optional).filter(([name]) => wrong[name] === undefined);
  const { scope, test_token, ...unmarked } = Object.fromEntries(others);
  const isShown = test_token === undefined || (test_token === 'false' && wrong.code !== undefined);
  return [
    ...(scope === undefined && isShown ? [] : openCodes),
    ...(Object.keys(unmarked).length > 0 ? unmarkedCodes : []),
  ];
}
