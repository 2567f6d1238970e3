import { isDeepStrictEqual } from 'node:util';
import { covers, withCreation, withIndustry } from '#api/covers';
import { type Exchange, getField, getText, isSuccess, parseJson } from '#api/exchange';
import { groupByKey } from '#api/group-by-key';
import { getShape, summarizeResponse } from '#api/response-shape';
import { usualPreference, validRequest } from '#assertions/control/controls';
import { type Call, eachCase, expect, record, settings, test } from '#assertions/test';
import { edit } from '#factories/json';
import { inLines } from '#factories/malformed';
import { type Industry, industries } from '#factories/preferences/industry';
import { type Preference, preference } from '#factories/preferences/preference';
import { rarePreferences, validPreferences } from '#factories/preferences/valid';
import { contradictingPreferences, foreignFields, omissions, otherReadings } from '#factories/preferences/variants';
import type { CallOptions } from '#http/request';
import { skipTest } from '#run/skip';
import { preferredOtherwise, unusually, withCharset } from '../cases/request-contexts.ts';
import { acceptance, lengthQuestion } from '../cases/shared-tests.ts';

const { SEED, DEPTH } = settings;
const RARE = DEPTH === 'full' ? 6 : 2;

// One token creates preferences of different industries, with more fields and with fewer: the last row.
const mixed = ['utilities', 'tourism', 'entertainment', 'utilities'] as const;
for (const row of [...industries.map((one) => [one]), mixed]) {
  const creating = withCreation('checkout-preferences', row.length, covers('PRF-01'));
  const covering = withIndustry(row.at(-2) ?? row[0], creating);

  test(`accepts a full preference of ${row.join(', then of ')}`, covering, async ({ call, given, tag }) => {
    const { access_token: token } = await given('an access token');
    for (const [place, industry] of row.entries()) {
      const body = preference(industry, { seed: SEED, tag: `${tag}-${place}` });
      const response = await inAnyReading(call, industry, { token, body });
      const isJudgedAlone = place === 0 && row === mixed && !isSuccess(response.status);
      if (isJudgedAlone) skipTest({ kind: 'failed control', requirement: 'PRF-01' });
      await expect(response, industry).toBeAccepted();
    }
  });
}

for (const [turn, industry] of industries.entries()) {
  // The full preference belongs to PRF-01, and one of each industry comes before the many of one.
  const others = validPreferences(industry, SEED).flatMap(({ name, body }) =>
    name === 'full' ? [] : { name, body, sent: {} },
  );
  const layout = turn % 2 === 0 ? unusually : { write: inLines };
  const details = (id: 'PRF-02' | 'PRF-22', count: number) =>
    withIndustry(industry, withCreation('checkout-preferences', count, covers(id)));

  test(
    `accepts every value allowed for ${industry}`,
    details('PRF-02', others.length + 1),
    async ({ call, given, tag }) => {
      const { access_token: token } = await given('an access token');
      const unusual = { name: 'JSON of an unusual layout', body: preference(industry, { seed: SEED }), sent: layout };

      await eachCase([...others, unusual], async ({ name, body, sent }, index) => {
        const marked = { ...body, external_reference: `${tag}-${index}` };
        const response = await inAnyReading(call, industry, { token, ...sent, body: marked });
        await expect.soft(response, name).toBeAccepted();
      });
    },
  );

  test(`accepts values that few buyers of ${industry} have`, details('PRF-22', RARE), async ({ call, given, tag }) => {
    const { access_token: token } = await given('an access token');

    await eachCase(rarePreferences(industry, SEED, RARE), async ({ name, body }, index) => {
      const marked = { ...body, external_reference: `${tag}-${index} ñ/订` };
      const response = await inAnyReading(call, industry, { token, body: marked });
      await expect.soft(response, name).toBeAccepted();
    });
  });
}

/** Returns the response to the first accepted reading of 2.7, else to that of the tables. */
async function inAnyReading(
  call: Call,
  industry: Industry,
  request: CallOptions & { readonly body: Preference },
): Promise<Exchange> {
  const asInTables = await call('checkout-preferences', request);
  const isRejected = asInTables.status >= 400 && asInTables.status < 500;
  if (!isRejected) return asInTables;
  for (const read of otherReadings(industry, request.body)) {
    const response = await call('checkout-preferences', { ...request, body: read });
    if (isSuccess(response.status)) return response;
  }
  return asInTables;
}

const another = withCreation('checkout-preferences', 1, covers('PRF-03'));

test('answers a creation in JSON or without a body', another, async ({ baseline, call, given, tag }) => {
  await expect(await baseline('checkout-preferences')).toBeJson(true);

  const valid = await validRequest('checkout-preferences', given, tag);
  const other = await call('checkout-preferences', { ...valid, headers: preferredOtherwise });
  await expect(other, 'with another Accept').toBeJson(true);
});

const charset = { headers: withCharset };
test(...acceptance('checkout-preferences', 'PRF-32', 'accepts the media type with a charset', charset));

test('Which status does a created preference have?', covers('PRF-60'), async ({ baseline }) => {
  const { status, request } = await baseline('checkout-preferences');
  const sent = parseJson(request.body ?? '');
  const usual = usualPreference(getText(sent, 'external_reference'));
  // A target that rejects the usual values gets others in each preference of the run: only this shows it.
  const changed = Object.keys(usual).filter((name) => !isDeepStrictEqual(getField(sent, name), usual[name]));
  record({ status, ...(changed.length > 0 && { 'changed before it was accepted': changed }) });
});

test('Which members has the answer to a created preference?', covers('PRF-61'), async ({ baseline }) => {
  record(getShape((await baseline('checkout-preferences')).json));
});

for (const [block, left] of groupByKey(omissions(SEED), ({ path }) => path.split('.')[0] ?? path)) {
  const details = withCreation('checkout-preferences', left.length, covers('PRF-62', 'PRF-20'));

  test(`Is ${block} required, and which of its fields?`, details, async ({ call, given, tag }) => {
    const { access_token } = await given('an access token');
    const responses = await eachCase(left, async ({ path, body }) => {
      const marked = path === 'external_reference' ? body : { ...body, external_reference: tag };
      const response = await call('checkout-preferences', { token: access_token, body: marked });
      await expect.soft(response, path).toBeHandled();
      return [path, isSuccess(response.status) ? 'optional' : 'required'] as const;
    });
    record(Object.fromEntries(responses));
  });
}

const retail = preference('retail', { seed: SEED });
const getValues = (field: string, values: readonly string[]) =>
  values.map((name) => ({ name, body: edit(retail, `/${field.replace('.', '/')}`, () => name) }));

for (const { title, id, rows } of [
  ...[...groupByKey(contradictingPreferences(SEED), ({ name }) => name)].map(([name, variants]) => {
    const rows = variants.map(({ body, industry }) => ({ name: `${industry}`, body }));
    return { title: `Is ${name} accepted?`, id: 'PRF-65', rows } as const;
  }),
  {
    title: 'Are the fields of another industry accepted?',
    id: 'PRF-66',
    rows: foreignFields(SEED).map(({ body, industry, name }) => ({ name: `${name} in ${industry}`, body })),
  },
  {
    title: 'Which values of auto_return are accepted?',
    id: 'PRF-67',
    rows: getValues('auto_return', ['all', 'none', '']),
  },
  {
    title: 'Which values of shipments.mode are accepted?',
    id: 'PRF-68',
    rows: getValues('shipments.mode', ['custom', 'me2', '']),
  },
] as const)
  test(title, withCreation('checkout-preferences', rows.length, covers(id, 'PRF-20')), async ({ call, given, tag }) => {
    const { access_token: token } = await given('an access token');
    const responses = await eachCase(rows, async ({ name, body }) => {
      const marked = { ...body, external_reference: tag };
      const response = await call('checkout-preferences', { token, body: marked });
      await expect.soft(response, name).toBeHandled();
      return [name, summarizeResponse(response)] as const;
    });
    record(Object.fromEntries(responses));
  });

test('What is the shape of a preference error?', covers('PRF-69'), async ({ provoke, tag }) => {
  record(getShape((await provoke('checkout-preferences', { body: { external_reference: tag } })).json));
});

const createBody = (external_reference: string) => ({ ...retail, external_reference });
test(...lengthQuestion('checkout-preferences', 'an external_reference', ['PRF-21', 'PRF-70'], createBody));
