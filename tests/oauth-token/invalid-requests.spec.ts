import { tokenRequest } from '../../factories/token-request.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { test } from '../../suite/fixtures/test.ts';
import { literal } from '../../suite/run/literal.ts';
import { covers } from './requirements.ts';

const requiredMembers = [
  { member: 'client_id', id: 'TOK-20' },
  { member: 'client_secret', id: 'TOK-21' },
  { member: 'grant_type', id: 'TOK-22' },
  { member: 'code', id: 'TOK-23' },
] as const;

for (const { member, id } of requiredMembers) {
  test(`refuses a request without ${member}`, covers(id), async ({ call, given }) => {
    const { [member]: _, ...body } = tokenRequest('authorization_code', await given('an authorization code'));

    const response = await call('oauth-token', { body });

    await expect(response).toBeError(400, 'invalid_request');
  });
}

test('refuses a parameter that does not exist', covers('TOK-24'), async ({ call, given }) => {
  const body = tokenRequest('authorization_code', await given('an authorization code'));

  const response = await call('oauth-token', { body: { ...body, [literal('parameter')]: literal('value') } });

  await expect(response).toBeError(400, 'invalid_request');
});

for (const member of ['client_id', 'grant_type', 'code']) {
  test(`refuses ${member} twice in one request`, covers('TOK-25'), async ({ call, given }) => {
    const body = tokenRequest('authorization_code', await given('an authorization code'));
    const again = `"${member}":${JSON.stringify(body[member])}`;

    const response = await call('oauth-token', { text: `{${again},${JSON.stringify(body).slice(1)}` });

    await expect(response).toBeError(400, 'invalid_request');
  });
}

const malformed = [
  { name: 'cut short', text: '{"grant_type":"authorization_code","code":' },
  { name: 'with bare names', text: '{grant_type:"authorization_code"}' },
  { name: 'with nothing in it', text: '' },
];

for (const { name, text } of malformed) {
  test(`refuses JSON ${name}`, covers('TOK-26'), async ({ call }) => {
    const response = await call('oauth-token', { text });

    await expect(response).toBeError(400, 'invalid_request');
  });
}

for (const body of [[], [{}], 'text', 42, true, null]) {
  test(`refuses the body ${JSON.stringify(body)}`, covers('TOK-27'), async ({ call }) => {
    const response = await call('oauth-token', { body });

    await expect(response).toBeError(400, 'invalid_request');
  });
}
