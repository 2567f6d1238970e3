import { covers, withCapability } from '#api/covers';
import { getErrorLabel } from '#api/errors';
import { requirementOf } from '#api/register';
import { getShape, summarizeResponse } from '#api/reply';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { record } from '#assertions/observe';
import { test } from '#assertions/test';
import { type Missing, misspeltMembers, wrappedMembers } from '#factories/malformed/missing';
import { inTurn } from '#factories/near-miss';
import { knownSites, testUser, usualSite } from '#factories/test-user';
import { bodyRejections, expectRejected, tokenRejections } from '../cases/rejections.ts';
import { holders, listedRejections, rejections, requestOf } from './rejections.ts';

for (const rejection of rejections) {
  const { id, name, status } = rejection;
  const { needs = [] } = requirementOf(id);

  test(`rejects ${name} with a listed status`, covers(id), async ({ provoke, given, tag }) => {
    const response = await provoke('test-users', await requestOf(rejection, given, tag));

    await expect(response).toBeError(status);
  });

  test(`labels the rejection of ${name}`, withCapability(needs, covers('USR-20')), async ({ provoke, given, tag }) => {
    const response = await provoke('test-users', await requestOf(rejection, given, tag));

    await expect(response).toBeError(status, { label: getErrorLabel('test-users', response.status) ?? 'a listed one' });
  });

  test(
    `answers the rejection of ${name} in JSON`,
    withCapability(needs, covers('USR-07')),
    async ({ provoke, given, tag }) => {
      const response = await provoke('test-users', await requestOf(rejection, given, tag));

      await expect(response).toBeJson();
    },
  );

  test(
    `Which status and code has ${name}?`,
    withCapability(needs, covers('USR-62')),
    async ({ provoke, given, tag }) => {
      record(summarizeResponse(await provoke('test-users', await requestOf(rejection, given, tag))));
    },
  );
}

test('rejects a request without description on every site', covers('USR-10'), async ({ provoke, given }) => {
  const { access_token: token } = await given('an access token');

  await eachCase(knownSites, async (site_id) => {
    const response = await provoke('test-users', { token, body: { site_id } });
    await expect.soft(response, site_id).toBeError(listedRejections);
  });
});

for (const { id, status, state } of [
  { id: 'USR-16', status: 404, state: holders.finds },
  { id: 'USR-17', status: 500, state: holders.fails },
] as const) {
  test(
    `answers ${status} on every site to ${state.replace('an access token', 'a token')}`,
    covers(id),
    async ({ provoke, given, tag }) => {
      const { access_token: token } = await given(state);

      await eachCase(knownSites, async (site_id) => {
        const response = await provoke('test-users', { token, body: testUser(tag, { site_id }), expected: status });
        await expect.soft(response, site_id).toBeError(status);
      });
    },
  );
}

test('What is the shape of a test user error?', covers('USR-63'), async ({ provoke, tag }) => {
  record(getShape((await provoke('test-users', { body: { description: tag } })).json));
});

// A blank may be a description, and the reference has no complete list of site codes.
const asNull: Missing = { name: 'null', of: (body, member) => ({ ...body, [member]: null }) };

for (const member of ['description', 'site_id']) {
  test(`rejects a request whose ${member} is misspelt`, covers('USR-34'), async ({ provoke, given, tag }) => {
    const { access_token: token } = await given('an access token');

    await eachCase(misspeltMembers, async ({ of, name }) => {
      const response = await provoke('test-users', { token, body: of({ ...testUser(tag) }, member) });
      await expect.soft(response, name).toBeError(listedRejections);
    });
  });

  test(`rejects a ${member} that is no text`, covers('USR-33'), async ({ provoke, given, tag }) => {
    const { access_token: token } = await given('an access token');
    // A rejection may be missing for one site.
    const sites = member === 'description' ? knownSites : [usualSite];
    const rows = [...inTurn(wrappedMembers, sites), ...sites.map((site) => [asNull, site] as const)];

    await eachCase(rows, async ([{ name, of }, site_id]) => {
      const response = await provoke('test-users', { token, body: of({ ...testUser(tag, { site_id }) }, member) });
      await expect.soft(response, `${name} on ${site_id}`).toBeError(listedRejections);
    });
  });
}

test('rejects a list of one test user', covers('USR-33'), async ({ provoke, given, tag }) => {
  const { access_token: token } = await given('an access token');

  const response = await provoke('test-users', { token, body: [testUser(tag)] });

  await expect(response).toBeError(listedRejections);
});

for (const { name, covering, requests } of [
  ...bodyRejections('test-users', {
    broken: [covers('USR-31'), listedRejections],
    extended: [covers('USR-32'), listedRejections],
  }),
  ...tokenRejections('test-users', {
    missing: [covers('USR-12'), listedRejections],
    madeUp: [covers('USR-13'), listedRejections],
    expired: [covers('USR-14'), listedRejections],
    otherScheme: [covers('USR-30'), listedRejections],
    forbidden: { state: holders.forbidden, rule: [covers('USR-15'), 403] },
  }),
])
  test(`rejects ${name}`, covering, async ({ call, provoke, given, tag }) => {
    await expectRejected(provoke, 'test-users', await requests({ call, given, tag }));
  });
