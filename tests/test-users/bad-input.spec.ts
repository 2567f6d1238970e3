import { covers, withCreation } from '#api/covers';
import { getField, isSuccess } from '#api/exchange';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { breaks } from '#factories/breaks';
import { edgeBodies, falsyBodies } from '#factories/edge-values';
import { withByteOrderMark } from '#factories/malformed/json-texts';
import { testUser } from '#factories/test-user';
import { seededWord } from '#run/made-up-values';
import schema from '#schemas/test-users/request.json' with { type: 'json' };
import { wholeBodies } from '../cases/other-bodies.ts';

test('handles each field of a wrong type', covers('USR-21'), async ({ call, given, tag }) => {
  const { access_token } = await given('an access token');

  const broken = breaks(schema, { ...testUser(tag) });

  await eachCase(broken, async ({ body, ...meant }) => {
    const response = await call('test-users', { token: access_token, body, breaks: meant });
    await expect.soft(response, meant.name).toBeHandled();
    // A value that is accepted as a text stays a text (2.3).
    const fields = ['description', 'site_id'].map((field) => getField(response.json, field));
    const areTexts = fields.every((field) => typeof field === 'string');
    if (isSuccess(response.status)) await expect.soft(response, meant.name).toHold('its fields as text', areTexts);
  });
});

for (const { words, site } of [
  { words: 'does not exist', site: () => `X${seededWord('site', 2).toUpperCase()}` },
  { words: 'has 20,000 letters', site: () => `X${seededWord('site', 20_000).toUpperCase()}` },
  { words: 'is in small letters', site: () => 'mla' },
]) {
  test(`handles a site that ${words}`, covers('USR-22'), async ({ call, given, tag }) => {
    const { access_token } = await given('an access token');

    const response = await call('test-users', { token: access_token, body: testUser(tag, { site_id: site() }) });

    await expect(response).toBeHandled();
  });
}

test('handles a body that is no object', covers('USR-23'), async ({ call, given }) => {
  const { access_token } = await given('an access token');

  await eachCase(wholeBodies, async (body) => {
    const response = await call('test-users', { token: access_token, body });
    await expect.soft(response, JSON.stringify(body)).toBeHandled();
  });
});

const edges = (tag: string) => [
  ...edgeBodies(schema, { ...testUser(tag) }),
  ...falsyBodies(schema, { ...testUser(tag) }),
];
const details = withCreation('test-users', edges('').length, covers('USR-21'));

test('handles edge values, and false and empty ones of another type', details, async ({ call, given, tag }) => {
  const { access_token: token } = await given('an access token');

  await eachCase(edges(tag), async ({ name, body }) => {
    const response = await call('test-users', { token, body });
    await expect.soft(response, name).toBeHandled();
  });
});

const one = withCreation('test-users', 1, covers('USR-24'));

test('handles malformed JSON, and JSON behind a byte order mark', one, async ({ call, given, tag }) => {
  const { access_token: token } = await given('an access token');
  const marked = withByteOrderMark(testUser(tag));

  await eachCase([`{"description": "${tag}", "site_id": `, marked], async (text) => {
    await expect.soft(await call('test-users', { token, text }), text).toBeHandled();
  });
});
