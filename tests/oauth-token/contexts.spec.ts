import { covers } from '#api/covers';
import { hasErrorCode } from '#api/errors';
import { isSuccess } from '#api/exchange';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { layoutNames, layouts } from '#factories/malformed/json-texts';
import { pairwise } from '#factories/pairwise';
import { tokenRequest } from '#factories/token-request';
import { settings } from '#run/context';
import { createCodeVerifier, seededWord } from '#run/made-up-values';
import { bodyOf, type Condition, conditions } from './conditions.ts';
import { askedFor, isOffered, mediaType, notOffered, scopeRefused, unmarkedRefused } from './issued.ts';

const grants = [
  { name: 'a code', grant: 'authorization_code', state: 'an authorization code' },
  { name: 'a refresh token', grant: 'refresh_token', state: 'a refresh token' },
] as const;

/** Holds what may stand beside an invalid value, and how the request is sent. */
const contexts = pairwise(
  {
    scope: { none: {}, read: { scope: 'read' } },
    test_token: { none: false, sent: true },
    code_verifier: { none: false, fresh: true },
    redirect_uri: { none: false, registered: true },
    other_grant: { none: false, 'made up': true },
    sent: { 'as usual': false, 'with escapes and a charset': true },
    connection: { kept: {}, closed: { connection: 'close' } },
    time: { first: 1, second: 2 },
  },
  settings().DEPTH,
);

for (const condition of conditions) {
  test(`refuses ${condition.name} in every context`, covers(condition.id), async ({ call, provoke, given }) => {
    const isOwn = condition.grant === 'client_credentials';
    const own = isOwn ? tokenRequest(condition.grant, await given('an application')) : undefined;
    const refusedOwn = own === undefined || isOffered(await call('oauth-token', { body: own })) ? [] : notOffered;
    const { redirect_uri } = await given('an application');
    const type = await mediaType(call, given);
    // What is tried a second time is one and the same in all its contexts: so there is a third time too.
    const again = await bodyOf(condition, given, 1);
    await eachCase(contexts, async ({ name, scope, sent, connection, time, ...context }, turn) => {
      const wrong = time === 2 ? again : await bodyOf(condition, given, turn);
      const flag = time === 1 ? 'false' : 'true';
      const beside = {
        ...scope,
        ...(context.test_token ? { test_token: flag } : {}),
        ...(context.code_verifier ? { code_verifier: createCodeVerifier() } : {}),
        ...(context.redirect_uri ? { redirect_uri } : {}),
        ...(context.other_grant ? valueOfOtherGrant(wrong) : {}),
      };
      const headers = { ...(sent ? { 'content-type': type, 'accept-language': 'es' } : {}), ...connection };
      const { status = 400, codes }: Condition = condition;
      const expected = status === 400 ? {} : { expected: status };
      const written = sent ? { write: layouts.escaped } : {};
      const options = { body: { ...beside, ...wrong }, headers, ...written, ...expected };

      const first = await provoke('oauth-token', options);
      const isSentAgain = time === 2 && !isSuccess(first.status);
      const response = isSentAgain ? await provoke('oauth-token', options) : first;

      const others = [...codesBeside(beside, wrong), ...(time === 2 && !isOwn ? unmarkedRefused : []), ...refusedOwn];
      const statuses = others.length > 0 ? [400, status] : status;
      await expect.soft(response, name).toBeError(statuses, [...codes, ...others]);
    });
  });
}

/**
 * Returns the codes that the values beside a wrong one may earn: of two wrongs, which is found first is not shown (7), and
 * whether a scope, or a parameter without a marking, is taken with each grant is not shown either (2.1).
 */
function codesBeside(beside: Readonly<Record<string, string>>, wrong: Readonly<Record<string, string>>): string[] {
  const { scope, test_token, ...unmarked } = Object.fromEntries(
    Object.entries(beside).filter(([name]) => wrong[name] === undefined),
  );
  const isShown = test_token === undefined || (test_token === 'false' && wrong.code !== undefined);
  return [
    ...(scope === undefined ? [] : scopeRefused),
    ...(isShown ? [] : ['invalid_request']),
    ...(Object.keys(unmarked).length > 0 ? unmarkedRefused : []),
  ];
}

for (const { name, grant, state } of grants) {
  test(`accepts ${name} in JSON of any layout`, covers('TOK-16'), async ({ call, given }) => {
    await eachCase(layoutNames, async (layout) => {
      const response = await call('oauth-token', {
        body: tokenRequest(grant, await given(state)),
        write: layouts[layout],
      });
      await expect.soft(response, layout).toBeAccepted();
    });
  });
}

for (const grant of ['authorization_code', 'refresh_token'] as const) {
  test(`answers ${grant} whatever stands beside it`, covers('TOK-16'), async ({ call, given }) => {
    for (const { name, exchange, refusedWith } of await askedFor(grant, call, given)) {
      if (refusedWith && !isSuccess(exchange.status)) await expect.soft(exchange, name).toBeError(400, refusedWith);
      else await expect.soft(exchange, name).toBeAccepted();
    }
  });
}

test('calls no scope of the list an invalid_scope', covers('TOK-82'), async ({ call, given }) => {
  for (const grant of ['authorization_code', 'refresh_token'] as const)
    for (const { name, exchange } of await askedFor(grant, call, given)) {
      const isInvalid = hasErrorCode(exchange, 'invalid_scope');
      await expect.soft(exchange, name).toHold('a token, or a rejection for another reason', !isInvalid);
    }
});

function valueOfOtherGrant({ code }: Record<string, string>): Record<string, string> {
  return code === undefined ? { code: seededWord('code', 32) } : { refresh_token: seededWord('refresh token', 32) };
}
