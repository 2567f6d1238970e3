import { covers, withCreation, withIndustry } from '#api/covers';
import { type Exchange, isSuccess } from '#api/exchange';
import { usualPreference } from '#assertions/control/controls';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { otherReadings } from '#factories/preferences/contradictions';
import { type Industry, industries } from '#factories/preferences/industry';
import { type Preference, preference } from '#factories/preferences/preference';
import { rarePreferences } from '#factories/preferences/rare';
import { validPreferences } from '#factories/preferences/valid';
import type { CallOptions } from '#http/request';
import { settings } from '#run/context';
import { unusually, withCharset } from '../cases/request-contexts.ts';

const { SEED, DEPTH } = settings();
const RARE = DEPTH === 'full' ? 6 : 2;

for (const industry of industries) {
  test(
    `accepts a full preference of ${industry}`,
    withIndustry(industry, withCreation('checkout-preferences', 1, covers('PRF-01'))),
    async ({ call, given, tag }) => {
      const { access_token } = await given('an access token');
      const body = { ...preference(industry, { seed: SEED }), external_reference: tag };

      const response = await inAnyReading(industry, body, (read) =>
        call('checkout-preferences', { token: access_token, body: read }),
      );

      await expect(response).toBeAccepted();
    },
  );
}

// The full preference belongs to PRF-01, and one of each industry comes before the many of one.
for (const industry of industries) {
  const others = validPreferences(industry, SEED).filter(({ name }) => name !== 'full');
  const full = preference(industry, { seed: SEED });
  const named = () => [
    ...others.map((other) => ({ ...other, sent: {} })),
    { name: 'JSON of an unusual layout', body: full, sent: unusually },
  ];
  const rare = () => rarePreferences(industry, SEED, RARE).map((other) => ({ ...other, sent: {} }));

  for (const { title, count, covering, all } of [
    {
      title: `accepts every value allowed for ${industry}`,
      count: others.length + 1,
      covering: covers('PRF-02'),
      all: named,
    },
    {
      title: `accepts values that few buyers of ${industry} have`,
      count: RARE,
      covering: covers('PRF-22'),
      all: rare,
    },
  ]) {
    test(
      title,
      withIndustry(industry, withCreation('checkout-preferences', count, covering)),
      async ({ call, given, tag }) => {
        const { access_token } = await given('an access token');

        const usual = { ...full, external_reference: tag };
        const create = (body: Preference, sent: Partial<CallOptions>) =>
          inAnyReading(industry, { ...body, external_reference: tag }, (read) =>
            call('checkout-preferences', { token: access_token, body: read, usual, ...sent }),
          );
        await eachCase(all(), async ({ body, sent, name }) => {
          const response = await create(body, sent);
          await expect.soft(response, name).toBeAccepted();
        });
      },
    );
  }
}

/** Returns the response to the first accepted reading of 2.7, else to that of the tables. */
async function inAnyReading(
  industry: Industry,
  body: Preference,
  send: (body: Preference) => Promise<Exchange>,
): Promise<Exchange> {
  const asInTables = await send(body);
  const isRejected = asInTables.status >= 400 && asInTables.status < 500;
  if (!isRejected) return asInTables;
  for (const read of otherReadings(industry, body)) {
    const response = await send(read);
    if (isSuccess(response.status)) return response;
  }
  return asInTables;
}

test('answers a creation in JSON or without a body', covers('PRF-03'), async ({ baseline }) => {
  await expect(await baseline('checkout-preferences')).toBeJson(true);
});

const one = withCreation('checkout-preferences', 1, covers('PRF-32'));

test('accepts the media type with a charset', one, async ({ call, given, tag }) => {
  const { access_token: token } = await given('an access token');

  const response = await call('checkout-preferences', { token, body: usualPreference(tag), headers: withCharset });

  await expect(response).toBeAccepted();
});
