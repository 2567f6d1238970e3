import { covers } from '#api/covers';
import { type Exchange, isSuccess } from '#api/exchange';
import type { Call } from '#assertions/call';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { without } from '#factories/json';
import { type Missing, misspeltMembers, wrappedMembers } from '#factories/malformed/missing';
import { inTurn } from '#factories/near-miss';
import { knownSites, testUser, usualSite } from '#factories/test-user';
import { stopBecauseOf } from '#run/stop';
import { refusing } from './refusals.ts';

// A blank may be a description, and a list of site codes is not shown.
const asNull: Missing = { name: 'null', of: (body, member) => ({ ...body, [member]: null }) };

for (const { member, id } of [
  { member: 'description', id: 'USR-10' },
  { member: 'site_id', id: 'USR-11' },
]) {
  /** Where what is left out is accepted too, that is for its own requirement to say. */
  async function judge(response: Exchange, name: string, provoke: Call, tag: string, token: string) {
    if (isSuccess(response.status)) {
      const body = without({ ...testUser(tag) }, `/${member}`);
      if (isSuccess((await provoke('test-users', { token, body })).status)) stopBecauseOf(id);
    }
    await expect.soft(response, name).toBeError(refusing);
  }

  test(`refuses a request whose ${member} is misspelt`, covers('USR-34'), async ({ provoke, given, tag }) => {
    const { access_token: token } = await given('an access token');

    await eachCase(misspeltMembers, async ({ of, name }) => {
      const response = await provoke('test-users', { token, body: of({ ...testUser(tag) }, member) });
      await judge(response, name, provoke, tag, token);
    });
  });

  test(`refuses a ${member} that is no text`, covers('USR-33'), async ({ provoke, given, tag }) => {
    const { access_token: token } = await given('an access token');
    // What is refused may be forgotten for one site.
    const sites = member === 'description' ? knownSites : [usualSite];
    const rows = [...inTurn(wrappedMembers, sites), ...sites.map((site) => [asNull, site] as const)];

    await eachCase(rows, async ([{ name, of }, site_id]) => {
      const response = await provoke('test-users', {
        token,
        body: of({ ...testUser(tag, { site_id }) }, member),
      });
      await judge(response, `${name} on ${site_id}`, provoke, tag, token);
    });
  });
}

test('refuses a list of one test user', covers('USR-33'), async ({ provoke, given, tag }) => {
  const { access_token: token } = await given('an access token');

  const response = await provoke('test-users', { token, body: [testUser(tag)] });

  await expect(response).toBeError(refusing);
});
