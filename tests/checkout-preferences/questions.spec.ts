import { contradictingPreferences } from '../../factories/contradictions.ts';
import { foreignFields } from '../../factories/foreign.ts';
import { edit } from '../../factories/json.ts';
import { omissions } from '../../factories/omissions.ts';
import { preference } from '../../factories/preference.ts';
import { creating } from '../../suite/core/covers.ts';
import { isSuccess } from '../../suite/core/exchange.ts';
import { grouped } from '../../suite/core/grouped.ts';
import { replyOf, shapeOf } from '../../suite/core/reply.ts';
import { record } from '../../suite/fixtures/record.ts';
import { test } from '../../suite/fixtures/test.ts';
import { settings } from '../../suite/run/context.ts';
import { covers } from './requirements.ts';

test('Which status does a created preference have?', covers('PRF-60'), async ({ canonical }) => {
  record({ status: (await canonical('checkout-preferences')).status });
});

test('Which members has the answer to a created preference?', covers('PRF-61'), async ({ canonical }) => {
  record(shapeOf((await canonical('checkout-preferences')).json));
});

const blocks = grouped(omissions(settings().SEED), ({ path }) => path.split('.')[0] ?? path);

for (const [block, left] of blocks) {
  const details = creating('checkout-preferences', left.length, covers('PRF-62'));

  test(`Is ${block} required, and which of its fields?`, details, async ({ call, given, mark }) => {
    const { access_token } = await given('an access token');
    const answers: Record<string, unknown> = {};
    for (const { path, body } of left) {
      const marked = path === 'external_reference' ? body : { ...body, external_reference: mark };
      const { status } = await call('checkout-preferences', { token: access_token, body: marked });
      answers[path] = isSuccess(status) ? 'optional' : 'required';
    }
    record(answers);
  });
}

const spellings = grouped(contradictingPreferences(settings().SEED), ({ name }) => name);

for (const [name, variants] of spellings) {
  const details = creating('checkout-preferences', variants.length, covers('PRF-65'));

  test(`Is ${name} accepted?`, details, async ({ call, given, mark }) => {
    const { access_token } = await given('an access token');
    const answers: Record<string, unknown> = {};
    for (const { industry, body } of variants) {
      const marked = { ...body, external_reference: mark };
      answers[industry] = replyOf(await call('checkout-preferences', { token: access_token, body: marked }));
    }
    record(answers);
  });
}

const foreign = foreignFields(settings().SEED);
const asked = creating('checkout-preferences', foreign.length, covers('PRF-66'));

test('Are the fields of another industry accepted?', asked, async ({ call, given, mark }) => {
  const { access_token } = await given('an access token');
  const answers: Record<string, unknown> = {};
  for (const { industry, name, body } of foreign) {
    const marked = { ...body, external_reference: mark };
    const reply = replyOf(await call('checkout-preferences', { token: access_token, body: marked }));
    answers[`${name} in ${industry}`] = reply;
  }
  record(answers);
});

for (const { member, id, values } of [
  { member: 'auto_return', id: 'PRF-67', values: ['all', 'none', ''] },
  { member: 'shipments.mode', id: 'PRF-68', values: ['custom', 'me2', ''] },
] as const) {
  const details = creating('checkout-preferences', values.length, covers(id));

  test(`Which values of ${member} are accepted?`, details, async ({ call, given, mark }) => {
    const { access_token } = await given('an access token');
    const answers: Record<string, unknown> = {};
    for (const value of values) {
      const body = {
        ...edit(preference('retail'), `/${member.replace('.', '/')}`, () => value),
        external_reference: mark,
      };
      answers[value] = replyOf(await call('checkout-preferences', { token: access_token, body }));
    }
    record(answers);
  });
}

test('What is the shape of a preference error?', covers('PRF-69'), async ({ call, mark }) => {
  const body = { external_reference: mark };

  record(shapeOf((await call('checkout-preferences', { purpose: 'refusal', body })).json));
});

const lengths = [1_000, 100_000];
const long = creating('checkout-preferences', lengths.length, covers('PRF-70'));

test('How long may an external_reference be?', long, async ({ call, given, mark }) => {
  const { access_token } = await given('an access token');
  const answers: Record<string, unknown> = {};
  for (const length of lengths) {
    const body = { ...preference('retail'), external_reference: mark.padEnd(length, '.') };
    answers[length] = replyOf(await call('checkout-preferences', { token: access_token, body }));
  }
  record(answers);
});
