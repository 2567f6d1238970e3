import { expect } from '@playwright/test';
import { test } from '../http/asking.ts';
import { choose, type Form } from './choices.ts';
import { formNames, formOf } from './form-names.ts';
import type { Pick } from './pick.ts';

const taken = (form: Form) => Object.values(form).flatMap((subject) => Object.values(subject));

/** The values of every choice, in the order in which a form lists what it took. */
function allValues(): (string | number)[][] {
  const lists: (string | number)[][] = [];
  const record: Pick = (...values) => {
    lists.push([...values]);
    return values[0];
  };
  choose(record);
  return lists;
}

test('every value of every choice is taken by a form of the table', () => {
  const forms = formNames.map((name) => taken(formOf(name)));

  const missing = allValues().flatMap((values, at) =>
    values.filter((value) => forms.every((form) => form[at] !== value)),
  );

  expect(missing).toEqual([]);
});

test('a random form is the same for the same number and another for another', () => {
  expect(formOf('random:7')).toEqual(formOf('random:7'));
  expect(formOf('random:7')).not.toEqual(formOf('random:8'));
});

const application = ['client_id', 'client_secret', 'redirect_uri'];
const code = ['code', ...application];
const refresh = ['refresh_token', 'client_id', 'client_secret'];
const intent = ['device_id', 'payment_intent_id', 'access_token'];
const order = ['user_id', 'external_pos_id', 'access_token'];

/** The values of each state, as the interface to any target names them. */
const stated = {
  'an application': application,
  'another application': application,
  'an application over its rate limit': ['client_id', 'client_secret'],
  'an authorization code': code,
  'an authorization code older than ten minutes': code,
  'a refresh token': refresh,
  'a revoked refresh token': refresh,
  'an expired refresh token': refresh,
  'a refresh token whose user withdrew the grant': refresh,
  'a refresh token of another user': refresh,
  'an access token': ['access_token', 'user_id'],
  'an expired access token': ['access_token'],
  'a test access token': ['access_token'],
  'an access token of an unregistered integrator': ['access_token'],
  'an access token that may not create test users': ['access_token'],
  'an access token with which creating a test user finds no resource': ['access_token'],
  'an access token with which creating a test user fails inside the service': ['access_token'],
  'a queued payment intent': intent,
  'a payment intent whose cancellation conflicts': intent,
  'a payment intent whose cancellation fails inside the service': intent,
  'an open in-store order': order,
  'an in-store order whose deletion fails inside the service': order,
};

for (const form of ['plain', 'talkative', 'lax'] as const) {
  test(`${form}: every provider state gives its values, over HTTP and in-process`, async ({ start, request }) => {
    const { provider } = await start(form);

    for (const [state, names] of Object.entries(stated)) {
      const data = { state, params: {}, action: 'setup' };
      const answer = await request.post(provider.statesUrl ?? '', { data });
      expect(Object.keys(await answer.json())).toEqual(expect.arrayContaining(names));
      expect(Object.keys(provider.provide(state)).sort()).toEqual([...names].sort());
    }
  });
}

for (const form of formNames) {
  test(`${form}: a state that nobody knows is refused with 404, 400 or 501`, async ({ start, request }) => {
    const { provider } = await start(form);

    const data = { state: 'a state that nobody knows', params: {}, action: 'setup' };
    const answer = await request.post(provider.statesUrl ?? '', { data });

    expect([404, 400, 501]).toContain(answer.status());
  });
}
