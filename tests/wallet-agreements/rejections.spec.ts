import { covers } from '#api/covers';
import { expect, test } from '#assertions/test';
import { edgeBodies, falsyBodies } from '#factories/edge-values';
import { listInvalidBodies } from '#factories/invalid-bodies';
import { withByteOrderMark } from '#factories/malformed';
import { agreement } from '#factories/request-bodies';
import schema from '#schemas/wallet-agreements/request.json' with { type: 'json' };
import { bodyRejections, tokenRejections } from '../cases/rejections.ts';
import { preferred, wholeBodies } from '../cases/request-contexts.ts';
import { jsonRejection, judgements } from '../cases/shared-tests.ts';

const asClients = (tag: string, ...ids: readonly string[]) =>
  ids.map((id) => ({ name: `client.id ${id}`, body: agreement(tag), query: { 'client.id': id } }));
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

const withoutFields = (tag: string) => [
  ...wholeBodies.map((body) => ({ name: JSON.stringify(body), body })),
  { name: 'a byte order mark', body: agreement(tag), write: withByteOrderMark },
];
const ofWrongType = (tag: string) =>
  listInvalidBodies(schema, agreement(tag)).map(({ body, ...meant }) => ({ name: meant.name, body, violates: meant }));
const unusual = (tag: string) => [
  ...asClients(tag, '', '-1', '1.5', '1e5', '0', '+1', '٣', '9'.repeat(30)),
  ...['', 'x'.repeat(300)].map((id) => {
    return { name: `platform ${id.length}`, body: agreement(tag), headers: { 'x-platform-id': id } };
  }),
  { name: 'an amount beyond doubles', body: agreement(tag), write: beyondDoubles },
];

// The reference does not show which requests are rejected (2.5).
for (const [title, details, body] of [
  jsonRejection('wallet-agreements', 'WAL-08', { malformed }),
  ...judgements('wallet-agreements', 'handled', [
    ['handles a body without fields, and one behind a byte order mark', 'WAL-15', withoutFields, 2],
    ['handles each field of a wrong type', 'WAL-15', ofWrongType],
    ['handles a client.id that is no number', 'WAL-15', (tag) => asClients(tag, 'no-number', '12abc'), 'each'],
    ['handles a client.id and an x-platform-id of an unusual form', 'WAL-15', unusual, 'each'],
    ['handles edge values of every field', 'WAL-15', (tag) => edgeBodies(schema, agreement(tag)), 'each'],
    ['handles falsy values of another type', 'WAL-15', (tag) => falsyBodies(schema, agreement(tag)), 'each'],
  ]),
  ...bodyRejections('wallet-agreements', { broken: ['WAL-10', 400], extended: ['WAL-21', 400, listed] }),
  ...tokenRejections('wallet-agreements', {
    missing: ['WAL-12', '4xx'],
    unknown: ['WAL-13', '4xx'],
    expired: ['WAL-14', '4xx'],
    otherScheme: ['WAL-20', '4xx'],
  }),
])
  test(title, details, body);
