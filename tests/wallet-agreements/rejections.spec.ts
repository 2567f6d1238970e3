import { covers, withCreation } from '#api/covers';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { breaks } from '#factories/breaks';
import { edgeBodies, falsyBodies } from '#factories/edge-values';
import { withByteOrderMark } from '#factories/malformed';
import { agreement } from '#factories/request-bodies';
import type { CallOptions } from '#http/request';
import schema from '#schemas/wallet-agreements/request.json' with { type: 'json' };
import { bodyRejections, tokenRejections } from '../cases/rejections.ts';
import { preferred, wholeBodies, wrongTokens } from '../cases/request-contexts.ts';

const asClient = (id: string) => ({ name: `client.id ${id}`, query: { 'client.id': id } });
const beyondDoubles = (body: unknown) => JSON.stringify(body).replace(/(?<=amount":)\d+/, '1e400');

const listed = { label: 'Bad-Request', orEmpty: true };

const malformed = (tag: string) => `{"external_flow_id": "${tag}", "return_uri":`;

for (const { title, id, label } of [
  { title: 'answers 400 to malformed JSON', id: 'WAL-10', label: undefined },
  { title: 'labels the rejection of malformed JSON', id: 'WAL-11', label: listed },
] as const) {
  test(title, covers(id), async ({ provoke, given, tag }) => {
    const { access_token: token } = await given('an access token');
    const request = { token, text: malformed(tag), ...(label && { headers: preferred }) };

    await expect(await provoke('wallet-agreements', request)).toBeError(400, label);
  });
}

test('answers a rejection in JSON', covers('WAL-08'), async ({ provoke, given, tag }) => {
  const { access_token: token } = await given('an access token');
  const unauthorized = (await wrongTokens(given, token)).map(({ request }) => ({ ...request, body: agreement(tag) }));

  await eachCase([{ token, text: malformed(tag) }, ...unauthorized], async (wrong) => {
    await expect.soft(await provoke('wallet-agreements', wrong)).toBeJson();
  });
});

const two = withCreation('wallet-agreements', 2, covers('WAL-15'));

test('handles a body without fields, and one behind a byte order mark', two, async ({ call, given, tag }) => {
  const { access_token: token } = await given('an access token');
  const marked = { body: agreement(tag), write: withByteOrderMark };

  await eachCase([...wholeBodies.map((body) => ({ body })), marked], async (request) => {
    const response = await call('wallet-agreements', { token, ...request });
    await expect.soft(response, JSON.stringify(request.body)).toBeHandled();
  });
});

test('handles each field of a wrong type', covers('WAL-15'), async ({ call, given, tag }) => {
  const { access_token } = await given('an access token');

  await eachCase(breaks(schema, agreement(tag)), async ({ body, ...meant }) => {
    const response = await call('wallet-agreements', { token: access_token, body, breaks: meant });
    await expect.soft(response, meant.name).toBeHandled();
  });
});

type Row = CallOptions & { readonly name: string };

/** Requests that may create an agreement: the reference does not show which are rejected (2.5). */
const handled: readonly { title: string; rows: (tag: string) => readonly Row[] }[] = [
  { title: 'handles a client.id that is no number', rows: () => ['no-number', '12abc'].map(asClient) },
  {
    title: 'handles a client.id and an x-platform-id of an unusual form',
    rows: () => [
      ...['', '-1', '1.5', '1e5', '0', '+1', '٣', '9'.repeat(30)].map(asClient),
      ...['', 'x'.repeat(300)].map((id) => ({ name: `platform ${id.length}`, headers: { 'x-platform-id': id } })),
      { name: 'an amount beyond doubles', write: beyondDoubles },
    ],
  },
  { title: 'handles edge values of every field', rows: (tag: string) => edgeBodies(schema, agreement(tag)) },
  { title: 'handles falsy values of another type', rows: (tag: string) => falsyBodies(schema, agreement(tag)) },
];

for (const { title, rows } of handled) {
  test(title, withCreation('wallet-agreements', rows('').length, covers('WAL-15')), async ({ call, given, tag }) => {
    const { access_token: token } = await given('an access token');

    await eachCase(rows(tag), async ({ name, body = agreement(tag), ...request }) => {
      const response = await call('wallet-agreements', { ...request, token, body });
      await expect.soft(response, name).toBeHandled();
    });
  });
}

for (const [title, details, body] of [
  ...bodyRejections('wallet-agreements', { broken: ['WAL-10', 400], extended: ['WAL-21', 400, listed] }),
  ...tokenRejections('wallet-agreements', {
    missing: ['WAL-12', '4xx'],
    unknown: ['WAL-13', '4xx'],
    expired: ['WAL-14', '4xx'],
    otherScheme: ['WAL-20', '4xx'],
  }),
])
  test(title, details, body);
