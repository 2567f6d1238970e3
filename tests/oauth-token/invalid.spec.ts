import { covers } from '#api/covers';
import { isSuccess } from '#api/exchange';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { layouts } from '#factories/malformed/json-texts';
import { pairwise } from '#factories/pairwise';
import { settings } from '#run/context';
import { createCodeVerifier, seededWord } from '#run/made-up-values';
import { bodyOf, invalidRequests } from './invalid.ts';
import { codesOfGrant, mediaType, scopeCodes, unmarkedCodes } from './issued.ts';

for (const invalid of invalidRequests) {
  const { id, name, codes, leavesOut, status = 400 } = invalid;
  const options = { ...(status === 400 ? {} : { expected: status }), ...(leavesOut ? { leavesOut } : {}) };

  test(`rejects ${name}`, covers(id), async ({ call, given }) => {
    const others = await codesOfGrant(invalid.grant, call, given);
    const body = await bodyOf(invalid, given);

    const response = await call('oauth-token', { body, ...options });

    await expect(response).toBeError(others.length > 0 ? [400, status] : status, [...codes, ...others]);
  });
}

/** The optional parts of a request, and how it is sent. */
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

for (const invalid of invalidRequests.filter(({ isPlain }) => !isPlain)) {
  const { id, name: what, grant, codes, status = 400 } = invalid;

  test(`rejects ${what}, in every context`, covers(id), async ({ call, provoke, given }) => {
    const others = await codesOfGrant(grant, call, given);
    const { redirect_uri } = await given('an application');
    const type = await mediaType(call, given);
    // A second attempt is the same in all its contexts, so there is a third one too.
    const again = await bodyOf(invalid, given, 1);
    await eachCase(contexts, async ({ name, scope, sent, connection, time, ...context }, turn) => {
      const wrong = time === 2 ? again : await bodyOf(invalid, given, turn);
      const beside = {
        ...scope,
        ...(context.test_token ? { test_token: time === 1 ? 'false' : 'true' } : {}),
        ...(context.code_verifier ? { code_verifier: createCodeVerifier() } : {}),
        ...(context.redirect_uri ? { redirect_uri } : {}),
        ...(context.other_grant ? valueOfOtherGrant(wrong) : {}),
      };
      const headers = { ...(sent ? { 'content-type': type, 'accept-language': 'es' } : {}), ...connection };
      const written = sent ? { write: layouts.escaped } : {};
      const expected = status === 400 ? {} : { expected: status };
      const options = { body: { ...beside, ...wrong }, headers, ...written, ...expected };

      const first = await provoke('oauth-token', options);
      const isSentAgain = time === 2 && !isSuccess(first.status);
      const response = isSentAgain ? await provoke('oauth-token', options) : first;

      const burnt = time === 2 && grant !== 'client_credentials' ? unmarkedCodes : [];
      const more = [...codesBeside(beside, wrong), ...burnt, ...others];
      await expect.soft(response, name).toBeError(more.length > 0 ? [400, status] : status, [...codes, ...more]);
    });
  });
}

/**
 * Returns the codes that other values of the request may cause: with two faults, the reference does not show which is
 * found first (7), nor if each grant accepts a scope or a parameter without a marking (2.1).
 */
function codesBeside(beside: Readonly<Record<string, string>>, wrong: Readonly<Record<string, string>>): string[] {
  const own = Object.entries(beside).filter(([name]) => wrong[name] === undefined);
  const { scope, test_token, ...unmarked } = Object.fromEntries(own);
  const isShown = test_token === undefined || (test_token === 'false' && wrong.code !== undefined);
  return [
    ...(scope === undefined ? [] : scopeCodes),
    ...(isShown ? [] : ['invalid_request']),
    ...(Object.keys(unmarked).length > 0 ? unmarkedCodes : []),
  ];
}

function valueOfOtherGrant({ code }: Record<string, string>): Record<string, string> {
  return code === undefined ? { code: seededWord('code', 32) } : { refresh_token: seededWord('refresh token', 32) };
}
