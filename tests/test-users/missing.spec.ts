import { type Missing, misspeltMembers, wrappedMembers } from '../../factories/malformed/missing.ts';
import { inTurn } from '../../factories/near-miss.ts';
import { knownSites, testUser, usualSite } from '../../factories/test-user.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { sideBySide } from '../../suite/fixtures/side-by-side.ts';
import { test } from '../../suite/fixtures/test.ts';
import { refusing } from './refusals.ts';
import { covers } from './requirements.ts';

// A blank may be a description, and a list of site codes is not shown.
const asNull: Missing = { name: 'null', of: (body, member) => ({ ...body, [member]: null }) };

for (const member of ['description', 'site_id']) {
  test(`refuses a request whose ${member} is misspelt`, covers('USR-34'), async ({ provoke, given, tag }) => {
    const { access_token: token } = await given('an access token');

    const answered = sideBySide(misspeltMembers, ({ of }) =>
      provoke('test-users', { token, body: of({ ...testUser(tag) }, member) }),
    );

    for await (const [{ name }, response] of answered) await expect.soft(response, name).toBeError(refusing);
  });

  test(`refuses a ${member} that is no text`, covers('USR-33'), async ({ provoke, given, tag }) => {
    const { access_token: token } = await given('an access token');
    // What is refused may be forgotten for one site.
    const sites = member === 'description' ? knownSites : [usualSite];
    const rows = [...inTurn(wrappedMembers, sites), ...sites.map((site) => [asNull, site] as const)];

    const answered = sideBySide(rows, ([{ of }, site_id]) =>
      provoke('test-users', { token, body: of({ ...testUser(tag, { site_id }) }, member) }),
    );

    for await (const [[{ name }, site], response] of answered)
      await expect.soft(response, `${name} on ${site}`).toBeError(refusing);
  });
}

test('refuses a list of one test user', covers('USR-33'), async ({ provoke, given, tag }) => {
  const { access_token: token } = await given('an access token');

  const response = await provoke('test-users', { token, body: [testUser(tag)] });

  await expect(response).toBeError(refusing);
});
