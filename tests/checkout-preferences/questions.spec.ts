import { covers, withCreation } from '#api/covers';
import { isSuccess } from '#api/exchange';
import { groupByKey } from '#api/group-by-key';
import { getShape, summarizeResponse } from '#api/reply';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { record } from '#assertions/observe';
import { test } from '#assertions/test';
import { edit } from '#factories/json';
import { contradictingPreferences } from '#factories/preferences/contradictions';
import { foreignFields, omissions } from '#factories/preferences/field-sets';
import { preference } from '#factories/preferences/preference';
import { settings } from '#run/context';
import { lengths, recordLengths } from '../cases/lengths.ts';

test('Which status does a created preference have?', covers('PRF-60'), async ({ baseline }) => {
  record({ status: (await baseline('checkout-preferences')).status });
});

test('Which members has the answer to a created preference?', covers('PRF-61'), async ({ baseline }) => {
  record(getShape((await baseline('checkout-preferences')).json));
});

const blocks = groupByKey(omissions(settings().SEED), ({ path }) => path.split('.')[0] ?? path);

for (const [block, left] of blocks) {
  const details = withCreation('checkout-preferences', left.length, covers('PRF-62', 'PRF-20'));

  test(`Is ${block} required, and which of its fields?`, details, async ({ call, given, tag }) => {
    const { access_token } = await given('an access token');
    const answers = await eachCase(left, async ({ path, body }) => {
      const marked = path === 'external_reference' ? body : { ...body, external_reference: tag };
      const response = await call('checkout-preferences', { token: access_token, body: marked });
      await expect.soft(response, path).toBeHandled();
      return [path, isSuccess(response.status) ? 'optional' : 'required'] as const;
    });
    record(Object.fromEntries(answers));
  });
}

const spellings = groupByKey(contradictingPreferences(settings().SEED), ({ name }) => name);

for (const [name, variants] of spellings) {
  const details = withCreation('checkout-preferences', variants.length, covers('PRF-65'));

  test(`Is ${name} accepted?`, details, async ({ call, given, tag }) => {
    const { access_token } = await given('an access token');
    const answers = await eachCase(variants, async ({ body, industry }) => {
      const marked = { ...body, external_reference: tag };
      const response = await call('checkout-preferences', { token: access_token, body: marked });
      return [industry, summarizeResponse(response)] as const;
    });
    record(Object.fromEntries(answers));
  });
}

const foreign = foreignFields(settings().SEED);
const asked = withCreation('checkout-preferences', foreign.length, covers('PRF-66'));

test('Are the fields of another industry accepted?', asked, async ({ call, given, tag }) => {
  const { access_token } = await given('an access token');
  const answers = await eachCase(foreign, async ({ body, industry, name }) => {
    const marked = { ...body, external_reference: tag };
    const response = await call('checkout-preferences', { token: access_token, body: marked });
    return [`${name} in ${industry}`, summarizeResponse(response)] as const;
  });
  record(Object.fromEntries(answers));
});

for (const { member, id, values } of [
  { member: 'auto_return', id: 'PRF-67', values: ['all', 'none', ''] },
  { member: 'shipments.mode', id: 'PRF-68', values: ['custom', 'me2', ''] },
] as const) {
  const details = withCreation('checkout-preferences', values.length, covers(id));

  test(`Which values of ${member} are accepted?`, details, async ({ call, given, tag }) => {
    const { access_token } = await given('an access token');
    const answers = await eachCase(values, async (value) => {
      const retail = edit(preference('retail', { seed: settings().SEED }), `/${member.replace('.', '/')}`, () => value);
      const body = { ...retail, external_reference: tag };
      const response = await call('checkout-preferences', { token: access_token, body });
      return [value, summarizeResponse(response)] as const;
    });
    record(Object.fromEntries(answers));
  });
}

test('What is the shape of a preference error?', covers('PRF-69'), async ({ provoke, tag }) => {
  const body = { external_reference: tag };

  record(getShape((await provoke('checkout-preferences', { body })).json));
});

const long = withCreation('checkout-preferences', lengths.length, covers('PRF-21', 'PRF-70'));

test('How long may an external_reference be?', long, async ({ call, given, tag }) => {
  const { access_token: token } = await given('an access token');
  const usual = preference('retail', { seed: settings().SEED });

  await recordLengths((length) =>
    call('checkout-preferences', { token, body: { ...usual, external_reference: tag.padEnd(length, '.') } }),
  );
});
