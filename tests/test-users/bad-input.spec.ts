import { covers } from '#api/covers';
import { getField, isSuccess } from '#api/exchange';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { breaks } from '#factories/breaks';
import { testUser } from '#factories/test-user';
import { seededWord } from '#run/made-up-values';
import schema from '#schemas/test-users/request.json' with { type: 'json' };

test('handles each field of a wrong type', covers('USR-21'), async ({ call, given, tag }) => {
  const { access_token } = await given('an access token');

  const broken = breaks(schema, { ...testUser(tag) });

  await eachCase(broken, async ({ body, ...meant }) => {
    const response = await call('test-users', { token: access_token, body, breaks: meant });
    await expect.soft(response, meant.name).toBeHandled();
    // What is taken for a text is one from then on (2.3).
    const fields = ['description', 'site_id'].map((field) => getField(response.json, field));
    const areTexts = fields.every((field) => typeof field === 'string');
    if (isSuccess(response.status)) await expect.soft(response, meant.name).toHold('its fields as text', areTexts);
  });
});

for (const { words, length } of [
  { words: 'does not exist', length: 2 },
  { words: 'has 20,000 letters', length: 20_000 },
]) {
  test(`handles a site that ${words}`, covers('USR-22'), async ({ call, given, tag }) => {
    const { access_token } = await given('an access token');
    const site_id = `X${seededWord('site', length).toUpperCase()}`;

    const response = await call('test-users', { token: access_token, body: testUser(tag, { site_id }) });

    await expect(response).toBeHandled();
  });
}

test('handles a body that is no object', covers('USR-23'), async ({ call, given }) => {
  const { access_token } = await given('an access token');

  for (const body of [[], 'text', 42, null]) {
    const response = await call('test-users', { token: access_token, body });
    await expect.soft(response, JSON.stringify(body)).toBeHandled();
  }
});

test('handles malformed JSON', covers('USR-24'), async ({ call, given, tag }) => {
  const { access_token } = await given('an access token');
  const text = `{"description": "${tag}", "site_id": `;

  await expect(await call('test-users', { token: access_token, text })).toBeHandled();
});
