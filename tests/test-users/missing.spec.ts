import { emptyMembers, misspeltMembers, wrappedMembers } from '../../factories/malformed/missing.ts';
import { testUser } from '../../factories/test-user.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { sideBySide } from '../../suite/fixtures/side-by-side.ts';
import { test } from '../../suite/fixtures/test.ts';
import { refusing } from './refusals.ts';
import { covers } from './requirements.ts';

// A blank may be a description, and a list of site codes is not shown.
const nothing = emptyMembers.filter(({ name }) => name === 'null');

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

    const answered = sideBySide([...nothing, ...wrappedMembers], ({ of }) =>
      provoke('test-users', { token, body: of({ ...testUser(tag) }, member) }),
    );

    for await (const [{ name }, response] of answered) await expect.soft(response, name).toBeError(refusing);
  });
}
