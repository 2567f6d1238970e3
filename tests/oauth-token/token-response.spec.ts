import { memberOf, sent, textOf } from '../../suite/core/exchange.ts';
import { isNear, readAccessToken, shapeOfToken } from '../../suite/core/values/access-token.ts';
import { stopWhereClocksDiffer } from '../../suite/fixtures/clock.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { test } from '../../suite/fixtures/test.ts';
import { settings } from '../../suite/run/context.ts';
import { covers } from './requirements.ts';

const grants = [
  { name: 'a code', twin: 'oauth-token', conforms: 'TOK-02' },
  { name: 'a refresh token', twin: 'oauth-token by refresh token', conforms: 'TOK-09' },
] as const;

for (const { name, twin, conforms } of grants) {
  test(`answers ${name} with every member of the token response`, covers(conforms), async ({ canonical }) => {
    await expect(await canonical(twin)).toConform('oauth-token/response');
  });

  test(
    `composes the access token for ${name} of type, client id and date`,
    covers('TOK-03'),
    async ({ canonical }) => {
      const response = await canonical(twin);

      const text = textOf(response.json, 'access_token');
      const clientId = String(sent(response, 'client_id'));
      const token = readAccessToken(text, clientId);
      const shape = shapeOfToken(text, clientId);

      await expect(response).toHold(
        'a type and the client id at the start of the access token',
        token !== undefined,
        shape,
      );
      const isNow = isNear(token?.created ?? '', new Date());
      if (!isNow) stopWhereClocksDiffer(response);
      await expect(response).toHold('a creation date that is now in some time zone', isNow, shape);
    },
  );

  test(`gives ${name} a token of the type bearer`, covers('TOK-04'), async ({ canonical }) => {
    const response = await canonical(twin);

    await expect(response).toHold(
      'the token_type bearer',
      memberOf(response.json, 'token_type') === 'bearer',
    );
  });

  test(`gives ${name} a token of the fixed lifetime`, covers('TOK-05'), async ({ canonical }) => {
    const response = await canonical(twin);

    const lifetime = memberOf(response.json, 'expires_in');

    const { TOKEN_LIFETIME } = settings();
    await expect(response).toHold(
      `expires_in ${TOKEN_LIFETIME} (TOKEN_LIFETIME)`,
      lifetime === TOKEN_LIFETIME,
    );
  });

  test(`lists only known scopes for ${name}`, covers('TOK-06'), async ({ canonical }) => {
    const response = await canonical(twin);

    const scopes = String(memberOf(response.json, 'scope')).split(' ').filter(Boolean);

    const known = scopes.every((scope) => ['offline_access', 'read', 'write'].includes(scope));
    await expect(response).toHold('a scope of offline_access, read and write', known);
  });

  test(`answers ${name} in JSON`, covers('TOK-14'), async ({ canonical }) => {
    await expect(await canonical(twin)).toBeJson();
  });
}
