import { covers } from '#api/covers';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { tokenRequest } from '#factories/token-request';
import { seededWord } from '#run/made-up-values';

test('refuses a code older than ten minutes', covers('TOK-32'), async ({ call, given }) => {
  const grant = await given('an authorization code older than ten minutes');

  const body = tokenRequest('authorization_code', grant);

  for (const time of ['first', 'second']) {
    const response = await call('oauth-token', { body });
    await expect(response, `the ${time} time`).toBeError(400, 'invalid_grant');
  }
});

// Which redirect_uri a target compares first is not shown, so a foreign code comes with either application's.
for (const owner of ['the code', 'the other application'] as const) {
  test(`refuses a foreign code with the redirect_uri of ${owner}`, covers('TOK-33'), async ({ call, given }) => {
    const grant = await given('an authorization code');
    const other = await given('another application');
    const { client_id, client_secret } = other;
    const { redirect_uri } = owner === 'the code' ? grant : other;

    const response = await call('oauth-token', {
      body: tokenRequest('authorization_code', { ...grant, client_id, client_secret, redirect_uri }),
    });

    await expect(response).toBeError(400, 'invalid_grant');
  });
}

// What is looked at before a redirect_uri is looked at without one, too; a target may want one (2.1, no marking).
test('refuses a foreign code without a redirect_uri', covers('TOK-33'), async ({ call, given }) => {
  const { code } = await given('an authorization code');
  const { redirect_uri: _, ...other } = await given('another application');
  const body = tokenRequest('authorization_code', { ...other, code });

  const response = await call('oauth-token', { body, leavesOut: 'redirect_uri' });

  await expect(response).toBeError(400, ['invalid_grant', 'invalid_request']);
});

/** Holds what 7 lists that may be said of a code. */
const usedCode = ['invalid_grant', 'invalid_request', 'forbidden', 'unauthorized_client'] as const;

// What a used code answers is not shown, nor whether a target looks at that first.
test('refuses a foreign code that was used', covers('TOK-33'), async ({ call, given }) => {
  const grant = await given('an authorization code');
  const { client_id, client_secret } = await given('another application');
  await call('oauth-token', { body: tokenRequest('authorization_code', grant) });

  const response = await call('oauth-token', {
    body: tokenRequest('authorization_code', { ...grant, client_id, client_secret }),
  });

  await expect(response).toBeError(400, usedCode);
});

test('refuses an old code without a redirect_uri', covers('TOK-32'), async ({ call, given }) => {
  const grant = await given('an authorization code older than ten minutes');
  const body = tokenRequest('authorization_code', grant);

  const response = await call('oauth-token', { body, leavesOut: 'redirect_uri' });

  await expect(response).toBeError(400, ['invalid_grant', 'invalid_request']);
});

test('refuses a refresh token sent as a code beside a test_token', covers('TOK-34'), async ({ call, given }) => {
  const { refresh_token: code, ...client } = await given('a refresh token');
  const body = { ...tokenRequest('authorization_code', { ...client, code }), test_token: 'false' };

  const response = await call('oauth-token', { body });

  // A target may want a redirect_uri with a code (2.1, no marking).
  await expect(response).toBeError(400, ['invalid_grant', 'invalid_request']);
});

test('refuses a refresh token in place of the code', covers('TOK-34'), async ({ call, given }) => {
  const body = tokenRequest('refresh_token', await given('a refresh token'));

  const response = await call('oauth-token', { body: { ...body, grant_type: 'authorization_code' } });

  await expect(response).toBeError(400, ['invalid_grant', 'invalid_request']);
});

test('refuses the redirect_uri of another application', covers('TOK-40'), async ({ call, given }) => {
  const grant = await given('an authorization code');
  const other = await given('another application');
  // Two applications of one seller may share theirs: then one that nobody has stands for it.
  const isShared = other.redirect_uri === grant.redirect_uri;
  const redirect_uri = isShared ? elsewhere() : other.redirect_uri;

  const response = await call('oauth-token', { body: tokenRequest('authorization_code', { ...grant, redirect_uri }) });

  await expect(response).toBeError(400, 'invalid_grant');
});

const wrongRedirects = [
  { title: 'refuses another redirect_uri', id: 'TOK-40', wrong: elsewhere },
  { title: 'refuses a longer path than the redirect_uri', id: 'TOK-41', wrong: (right: string) => `${right}/more` },
  { title: 'refuses a longer name than the redirect_uri', id: 'TOK-41', wrong: (right: string) => `${right}x` },
] as const;

for (const { title, id, wrong } of wrongRedirects) {
  test(title, covers(id), async ({ call, given }) => {
    const grant = await given('an authorization code');

    const response = await call('oauth-token', {
      body: tokenRequest('authorization_code', { ...grant, redirect_uri: wrong(grant.redirect_uri) }),
    });

    await expect(response).toBeError(400, 'invalid_grant');
  });
}

function elsewhere(): string {
  return `https://${seededWord('host')}.example/callback`;
}
