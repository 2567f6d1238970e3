import { emptyMembers, misspeltMembers, wrappedMembers } from '../../factories/missing.ts';
import { testUser } from '../../factories/test-user.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { test } from '../../suite/fixtures/test.ts';
import { refusing } from './refusals.ts';
import { covers } from './requirements.ts';

// A blank may be a description, and a list of site codes is not shown.
const nothing = emptyMembers.filter(({ name }) => name === 'null');

for (const member of ['description', 'site_id']) {
  test(`refuses a request whose ${member} is misspelt`, covers('USR-34'), async ({ call, given, mark }) => {
    const { access_token: token } = await given('an access token');

    for (const { name, of } of misspeltMembers) {
      const body = of({ ...testUser(mark) }, member);
      const response = await call('test-users', { purpose: 'refusal', token, body });
      await expect.soft(response, name).toBeError(refusing);
    }
  });

  test(`refuses a ${member} that is no text`, covers('USR-33'), async ({ call, given, mark }) => {
    const { access_token: token } = await given('an access token');

    for (const { name, of } of [...nothing, ...wrappedMembers]) {
      const body = of({ ...testUser(mark) }, member);
      const response = await call('test-users', { purpose: 'refusal', token, body });
      await expect.soft(response, name).toBeError(refusing);
    }
  });
}
