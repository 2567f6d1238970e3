import { contradictingPreferences } from '../../factories/contradictions.ts';
import { foreignFields } from '../../factories/foreign.ts';
import { edit } from '../../factories/json.ts';
import { omissions } from '../../factories/omissions.ts';
import { preference } from '../../factories/preference.ts';
import { settings } from '../../suite/environment.ts';
import { isSuccess } from '../../suite/exchange.ts';
import { grouped } from '../../suite/grouped.ts';
import { record } from '../../suite/record.ts';
import { replyOf, shapeOf } from '../../suite/reply.ts';
import { test } from '../../suite/test.ts';
import { covers } from './requirements.ts';

test('Which status does a created preference have?', covers('PRF-60'), async ({ canonical }) => {
  record({ status: (await canonical('checkout-preferences')).status });
});

test('Which members has the answer to a created preference?', covers('PRF-61'), async ({ canonical }) => {
  record(shapeOf((await canonical('checkout-preferences')).json));
});

const blocks = grouped(omissions(settings.SEED), ({ path }) => path.split('.')[0] ?? path);

for (const [block, left] of blocks) {
  test(`Is ${block} required, and which of its fields?`, covers('PRF-62'), async ({ call, given, mark }) => {
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

const spellings = grouped(contradictingPreferences(settings.SEED), ({ name }) => name);

for (const [name, variants] of spellings) {
  test(`Is ${name} accepted?`, covers('PRF-65'), async ({ call, given, mark }) => {
    const { access_token } = await given('an access token');
    const answers: Record<string, unknown> = {};
    for (const { industry, body } of variants) {
      const marked = { ...body, external_reference: mark };
      answers[industry] = replyOf(await call('checkout-preferences', { token: access_token, body: marked }));
    }
    record(answers);
  });
}

test('Are the fields of another industry accepted?', covers('PRF-66'), async ({ call, given, mark }) => {
  const { access_token } = await given('an access token');
  const answers: Record<string, unknown> = {};
  for (const { industry, name, body } of foreignFields(settings.SEED)) {
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
  test(`Which values of ${member} are accepted?`, covers(id), async ({ call, given, mark }) => {
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

test('What is the shape of a preference error?', covers('PRF-69'), async ({ call }) => {
  record(shapeOf((await call('checkout-preferences', { body: {} })).json));
});

test('How long may an external_reference be?', covers('PRF-70'), async ({ call, given, mark }) => {
  const { access_token } = await given('an access token');
  const answers: Record<string, unknown> = {};
  for (const length of [1_000, 100_000]) {
    const body = { ...preference('retail'), external_reference: mark.padEnd(length, '.') };
    answers[length] = replyOf(await call('checkout-preferences', { token: access_token, body }));
  }
  record(answers);
});
