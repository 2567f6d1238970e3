import { covers } from '#api/covers';
import { carriesCode } from '#api/errors';
import { isSuccess } from '#api/exchange';
import { expect } from '#assertions/expect';
import { sideBySide } from '#assertions/side-by-side';
import { test } from '#assertions/test';
import { contexts, wordsOf } from '#factories/coverings';
import { layoutNames, layouts } from '#factories/malformed/json-texts';
import { tokenRequest } from '#factories/token-request';
import { settings } from '#run/context';
import { codeVerifier, literal } from '#run/literal';
import { bodyOf, conditions } from './conditions.ts';
import { askedFor, isOffered } from './issued.ts';

/** What may stand beside a condition, or how it is sent; what is not marked may earn a code of its own. */
const around = contexts(
  {
    scope: ['none', 'read'],
    test_token: ['none', 'sent'],
    code_verifier: ['none', 'fresh'],
    redirect_uri: ['none', 'registered'],
    other_grant: ['none', 'made up'],
    sent: ['as usual', 'with escapes and a charset'],
    connection: ['kept', 'closed'],
    time: ['first', 'second'],
  },
  settings().DEPTH,
);

const listed = [
  ...['invalid_client', 'invalid_grant', 'invalid_scope', 'invalid_request', 'unsupported_grant_type'],
  ...['forbidden', 'unauthorized_client'],
];

const unusual = {
  write: layouts.escaped,
  headers: { 'content-type': 'application/json; charset=utf-8', 'accept-language': 'es' },
};

for (const condition of conditions) {
  test(
    `refuses ${condition.name} in every context`,
    covers(condition.id),
    async ({ call, provoke, given }) => {
      if (condition.grant === 'client_credentials') {
        const own = tokenRequest(condition.grant, await given('an application'));
        isOffered(await call('oauth-token', { body: own }));
      }
      const { redirect_uri } = await given('an application');
      // What is tried a second time is one and the same in all its contexts: so there is a third time too.
      const again = await bodyOf(condition, given, 1);
      const answered = sideBySide([...around.entries()], async ([turn, context]) => {
        const wrong = context.time === 'second' ? again : await bodyOf(condition, given, turn);
        const body = { ...beside(context, redirect_uri), ...othersValue(wrong, context), ...wrong };
        const { headers = {}, ...way } = context.sent === 'as usual' ? {} : unusual;
        const closing = context.connection === 'closed' ? { connection: 'close' } : {};
        const options = { body, ...way, headers: { ...headers, ...closing } };
        const first = await provoke('oauth-token', options);
        return context.time === 'second' && !isSuccess(first.status)
          ? provoke('oauth-token', options)
          : first;
      });

      for await (const [[, context], response] of answered)
        await expect.soft(response, wordsOf(context)).toBeError(400, listed);
    },
  );
}

for (const { name, grant, state } of [
  { name: 'a code', grant: 'authorization_code', state: 'an authorization code' },
  { name: 'a refresh token', grant: 'refresh_token', state: 'a refresh token' },
] as const) {
  test(`accepts ${name} in JSON of any layout`, covers('TOK-16'), async ({ call, given }) => {
    const answered = sideBySide(layoutNames, async (layout) =>
      call('oauth-token', { body: tokenRequest(grant, await given(state)), write: layouts[layout] }),
    );

    for await (const [layout, response] of answered) await expect.soft(response, layout).toBeAccepted();
  });
}

for (const grant of ['authorization_code', 'refresh_token'] as const) {
  test(`answers ${grant} whatever stands beside it`, covers('TOK-16'), async ({ call, given }) => {
    for (const { name, exchange, refusedWith } of await askedFor(grant, call, given)) {
      if (refusedWith && !isSuccess(exchange.status))
        await expect.soft(exchange, name).toBeError(400, refusedWith);
      else await expect.soft(exchange, name).toBeAccepted();
    }
  });
}

test('calls no scope of the list an invalid_scope', covers('TOK-82'), async ({ call, given }) => {
  for (const grant of ['authorization_code', 'refresh_token'] as const)
    for (const { name, exchange } of await askedFor(grant, call, given)) {
      const isInvalid = carriesCode(exchange, 'invalid_scope');
      await expect.soft(exchange, name).toHold('a token, or a refusal for another reason', !isInvalid);
    }
});

type Context = (typeof around)[number];

/** What stands beside a body in a context; where it is what is wrong, the body has it itself. */
function beside(
  { scope, test_token, code_verifier, redirect_uri, time }: Context,
  registered: string,
): Record<string, string> {
  return {
    ...(scope === 'none' ? {} : { scope }),
    ...(test_token === 'none' ? {} : { test_token: time === 'first' ? 'false' : 'true' }),
    ...(code_verifier === 'none' ? {} : { code_verifier: codeVerifier() }),
    ...(redirect_uri === 'none' ? {} : { redirect_uri: registered }),
  };
}

/** What belongs to the other grant. */
function othersValue({ code }: Record<string, string>, { other_grant }: Context): Record<string, string> {
  if (other_grant === 'none') return {};
  return code === undefined ? { code: literal('code', 32) } : { refresh_token: literal('refresh token', 32) };
}
