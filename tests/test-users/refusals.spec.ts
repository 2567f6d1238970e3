import { covers, needing } from '#api/covers';
import { labelOf } from '#api/errors';
import { requirementOf } from '#api/register';
import { replyOf, shapeOf } from '#api/reply';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { record } from '#assertions/record';
import { test } from '#assertions/test';
import { knownSites } from '#factories/test-user';
import { stopBecauseOf } from '#run/stop';
import { refusals, refusing } from './refusals.ts';

for (const { id, name, status, request } of refusals) {
  const { needs = [] } = requirementOf(id);

  test(`refuses ${name} with a listed status`, covers(id), async ({ provoke, given, tag }) => {
    const response = await provoke('test-users', await request(given, tag));

    await expect(response).toBeError(status);
  });

  test(`labels the refusal of ${name}`, needing(needs, covers('USR-20')), async ({ provoke, given, tag }) => {
    const response = await provoke('test-users', await request(given, tag));

    if (!status.some((listed) => listed === response.status)) stopBecauseOf(id);
    await expect(response).toBeError(status, {
      label: labelOf('test-users', response.status) ?? 'a listed one',
    });
  });

  test(
    `answers the refusal of ${name} in JSON`,
    needing(needs, covers('USR-07')),
    async ({ provoke, given, tag }) => {
      const response = await provoke('test-users', await request(given, tag));

      await expect(response).toBeJson();
    },
  );

  test(
    `Which status and code has ${name}?`,
    needing(needs, covers('USR-62')),
    async ({ provoke, given, tag }) => {
      record(replyOf(await provoke('test-users', await request(given, tag))));
    },
  );
}

test('refuses a request without description on every site', covers('USR-10'), async ({ provoke, given }) => {
  const { access_token: token } = await given('an access token');

  await eachCase(knownSites, async (site_id) => {
    const response = await provoke('test-users', { token, body: { site_id } });
    await expect.soft(response, site_id).toBeError(refusing);
  });
});

test('What is the shape of a test user error?', covers('USR-63'), async ({ provoke, tag }) => {
  record(shapeOf((await provoke('test-users', { body: { description: tag } })).json));
});
