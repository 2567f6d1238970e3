import { contexts, wordsOf } from '../../factories/contexts.ts';
import { isLayout, layoutNames, layouts } from '../../factories/layouts.ts';
import { tokenRequest } from '../../factories/token-request.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { test } from '../../suite/fixtures/test.ts';
import { settings } from '../../suite/run/context.ts';
import { bodyOf, conditions } from './conditions.ts';
import { covers } from './requirements.ts';

/** What may stand beside a condition, or how it is sent; what is not marked may earn a code of its own. */
const around = contexts(
  {
    scope: ['none', 'read'],
    test_token: ['none', 'false'],
    code_verifier: ['none', 'fresh'],
    redirect_uri: ['kept', 'left out'],
    layout: ['compact', 'escaped'],
    type: ['application/json', 'application/json; charset=utf-8'],
    time: ['first', 'second'],
  },
  settings().DEPTH,
);

const listed = [
  ...['invalid_client', 'invalid_grant', 'invalid_scope', 'invalid_request', 'unsupported_grant_type'],
  ...['forbidden', 'unauthorized_client'],
];

for (const condition of conditions) {
  test(`refuses ${condition.name} in every context`, covers(condition.id), async ({ call, given }) => {
    for (const { layout, type, time, ...members } of around) {
      const body = beside(await bodyOf(condition, given), members, condition.id === 'TOK-40');
      const write = layouts[isLayout(layout) ? layout : 'compact'];
      const options = { body, write, headers: { 'content-type': type }, purpose: 'refusal' } as const;
      if (time === 'second') await call('oauth-token', options);

      const response = await call('oauth-token', options);
      await expect.soft(response, wordsOf({ layout, type, time, ...members })).toBeError(400, listed);
    }
  });
}

for (const { name, grant, state } of [
  { name: 'a code', grant: 'authorization_code', state: 'an authorization code' },
  { name: 'a refresh token', grant: 'refresh_token', state: 'a refresh token' },
] as const) {
  test(`accepts ${name} in JSON of any layout`, covers('TOK-16'), async ({ call, given }) => {
    for (const layout of layoutNames) {
      const body = tokenRequest(grant, await given(state));
      const response = await call('oauth-token', { body, write: layouts[layout] });
      await expect.soft(response, layout).toBeAccepted();
    }
  });
}

type Members = Readonly<Record<'scope' | 'test_token' | 'code_verifier' | 'redirect_uri', string>>;

/** A body in a context; a redirect_uri that is what is wrong stays. */
function beside(
  body: Record<string, string>,
  context: Members,
  keepsRedirect: boolean,
): Record<string, string> {
  const { redirect_uri, ...rest } = body;
  const { scope, test_token, code_verifier } = context;
  const isKept = redirect_uri !== undefined && (keepsRedirect || context.redirect_uri === 'kept');
  return {
    ...(isKept ? { redirect_uri } : {}),
    ...(scope === 'none' ? {} : { scope }),
    ...(test_token === 'none' ? {} : { test_token }),
    ...(code_verifier === 'none' ? {} : { code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' }),
    ...rest,
  };
}
