import { industries } from '../../factories/preferences/industry.ts';
import { preference } from '../../factories/preferences/preference.ts';
import { seldomPreferences } from '../../factories/preferences/seldom.ts';
import { validPreferences } from '../../factories/preferences/valid.ts';
import { about, creating } from '../../suite/core/covers.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { sideBySide } from '../../suite/fixtures/side-by-side.ts';
import { test } from '../../suite/fixtures/test.ts';
import { settings } from '../../suite/run/context.ts';
import { unusually } from '../request-contexts.ts';
import { covers } from './requirements.ts';

const { SEED, SEEDS } = settings();

for (const industry of industries) {
  test(
    `accepts a full preference of ${industry}`,
    about(industry, creating('checkout-preferences', 1, covers('PRF-01'))),
    async ({ call, given, tag }) => {
      const { access_token } = await given('an access token');
      const body = { ...preference(industry, { seed: SEED }), external_reference: tag };

      const response = await call('checkout-preferences', { token: access_token, body });

      await expect(response).toBeAccepted();
    },
  );
}

// The full preference is PRF-01's, and one of each industry comes before the many of one.
for (const industry of industries) {
  const others = validPreferences(industry, SEED).filter(({ name }) => name !== 'full');
  const full = preference(industry, { seed: SEED });
  const all = () => [
    ...[...others, ...seldomPreferences(industry, SEED, SEEDS)].map((other) => ({ ...other, sent: {} })),
    { name: 'JSON of an unusual layout', body: full, sent: unusually },
  ];

  test(
    `accepts every value allowed for ${industry}`,
    about(industry, creating('checkout-preferences', others.length + SEEDS + 1, covers('PRF-02'))),
    async ({ call, given, tag }) => {
      const { access_token } = await given('an access token');

      const answered = sideBySide(all(), ({ body, sent }) => {
        const [marked, usual] = [body, full].map((one) => ({ ...one, external_reference: tag }));
        return call('checkout-preferences', { token: access_token, body: marked, usual, ...sent });
      });

      for await (const [{ name }, response] of answered) await expect.soft(response, name).toBeAccepted();
    },
  );
}

test('answers a creation in JSON or without a body', covers('PRF-03'), async ({ baseline }) => {
  await expect(await baseline('checkout-preferences')).toBeJson(true);
});
