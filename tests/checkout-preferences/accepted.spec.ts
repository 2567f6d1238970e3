import { industries } from '../../factories/industry.ts';
import { preference } from '../../factories/preference.ts';
import { validPreferences } from '../../factories/valid.ts';
import { about } from '../../suite/covers.ts';
import { settings } from '../../suite/environment.ts';
import { expect } from '../../suite/expect.ts';
import { test } from '../../suite/test.ts';
import { covers } from './requirements.ts';

for (const industry of industries) {
  test(
    `accepts a full preference of ${industry}`,
    about(industry, covers('PRF-01')),
    async ({ call, given, mark }) => {
      const { access_token } = await given('an access token');
      const body = { ...preference(industry, { seed: settings.SEED }), external_reference: mark };

      const response = await call('checkout-preferences', { token: access_token, body });

      await expect(response).toBeAccepted();
    },
  );

  test(
    `accepts every value allowed for ${industry}`,
    about(industry, covers('PRF-02')),
    async ({ call, given, mark }) => {
      const { access_token } = await given('an access token');

      for (const { name, body } of validPreferences(industry, settings.SEED)) {
        await test.step(name, async () => {
          const marked = { ...body, external_reference: mark };
          const response = await call('checkout-preferences', { token: access_token, body: marked });
          await expect.soft(response).toBeAccepted();
        });
      }
    },
  );
}

test('answers a creation in JSON or without a body', covers('PRF-03'), async ({ canonical }) => {
  await expect(await canonical('checkout-preferences')).toBeJson(true);
});
