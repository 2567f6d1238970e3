import { covers, withCreation } from '#api/covers';
import { type Exchange, getSentField, getText, isSuccess } from '#api/exchange';
import { getShape, summarizeResponse } from '#api/response-shape';
import { eachCase, expect, record, test } from '#assertions/test';
import { edit, type JsonObject, without } from '#factories/json';
import { madeUp } from '#factories/near-misses/texts';
import { fields } from '#factories/preferences/fields';
import { agreement, getDigits, rareAgreements } from '#factories/request-bodies';
import { seededWord } from '#redaction/made-up-values';
import schema from '#schemas/wallet-agreements/request.json' with { type: 'json' };
import { preferred, preferredOtherwise, unusually, withCharset } from '../cases/request-contexts.ts';
import { acceptance, lengthQuestion, recordHandled } from '../cases/shared-tests.ts';

const one = (...ids: Parameters<typeof covers>) => withCreation('wallet-agreements', 1, covers(...ids));

test('answers a creation with an agreement_id and an agreement_uri', covers('WAL-01'), async ({ baseline }) => {
  await expect(await baseline('wallet-agreements')).toConform('wallet-agreements/response');
});

test('gives an absolute agreement_uri', covers('WAL-02'), async ({ baseline }) => {
  await expectAbsolute(await baseline('wallet-agreements'));
});

const nine = withCreation('wallet-agreements', 9, covers('WAL-03'));

// Requests of one flow or user may make one agreement: these differ in both or in the seller, or have no flow.
test('gives concurrent agreements an id each', nine, async ({ call, provoke, baseline, given, tag }) => {
  const { access_token: token, user_id, x_platform_id = seededWord('x-platform-id') } = await given('an access token');
  const other = await given('an access token');
  const before = [await baseline('wallet-agreements')];
  const [body, third] = [agreement(tag), agreement(`${tag}-3`)];
  const ofOther = { token: other.access_token, body: { ...body, return_uri: third.return_uri } };
  const newId = (number: number) => getDigits(`${tag}-${number}`);
  const withoutFlow = (number: number) => without(agreement(`${tag}-${number}`), '/external_flow_id');
  const rows = [
    { token, body },
    { token, body: { ...agreement(`${tag}-2`), return_uri: body.return_uri } },
    other.user_id === user_id ? { token, body: third } : ofOther,
    { token, body: withoutFlow(4), headers: { 'x-platform-id': x_platform_id } },
    ...[6, 7].map((turn) => ({ token, body: withoutFlow(turn), query: { 'client.id': newId(turn) } })),
    ...[8, 9].map((turn) => ({ token, body: withoutFlow(turn), headers: { 'x-platform-id': newId(turn) } })),
    // The id of another agreement may be ignored or rejected, never taken over (2.5).
    { token, body: { ...withoutFlow(5), agreement_id: getText(before[0]?.json, 'agreement_id') } },
  ];

  const create = async (row: (typeof rows)[number]) => {
    const created = await call('wallet-agreements', row);
    if (!('external_flow_id' in row.body) && !isSuccess(created.status)) return;
    // The flow of another seller may be taken: the reference does not show for whom it is unique (2.5).
    if (row === ofOther && !isSuccess(created.status)) return expect(created).toBeAccepted('4xx');
    await expect(created).toConform('wallet-agreements/response');
    await expectAbsolute(created);
    for (const earlier of before) await expect(created).toDifferFrom(earlier, 'agreement_id');
    before.push(created);
  };

  await eachCase(rows.slice(0, 1), create);
  await provoke('wallet-agreements', { token, text: '{"a":' });
  await eachCase(rows.slice(1), create);
});

const ofTwo = withCreation('wallet-agreements', 2, covers('WAL-24'));

test('gives two agreements of one seller a link each', ofTwo, async ({ call, given, tag }) => {
  const { access_token: token } = await given('an access token');
  const first = await call('wallet-agreements', { token, body: agreement(tag) });

  const second = await call('wallet-agreements', { token, body: agreement(`${tag}-2`) });

  await expect(second).toDifferFrom(first, 'agreement_uri');
});

const rare = withCreation('wallet-agreements', rareAgreements('').length, covers('WAL-22'));

test('accepts values that few sellers have', rare, async ({ call, given, tag }) => {
  const { access_token: token, x_platform_id = getDigits(tag) } = await given('an access token');
  const headers = { ...preferred, 'x-platform-id': x_platform_id };

  await eachCase(rareAgreements(tag), async ({ name, ...request }) => {
    const response = await call('wallet-agreements', { token, headers, ...request });
    await expect.soft(response, name).toBeAccepted();
  });
});

const parts: readonly { readonly lacks: readonly string[]; readonly query?: Record<string, string> }[] = [
  { lacks: ['return_uri', 'external_user'] },
  { lacks: ['external_flow_id', 'agreement_data'] },
  { lacks: ['return_uri', 'external_flow_id', 'external_user', 'agreement_data'] },
  { lacks: [], query: {} },
];
const ofParts = withCreation('wallet-agreements', parts.length, covers('WAL-01'));

// The reference marks no field as required, nor as optional (2.5), nor client.id (4): a rejection is legal.
test('answers an agreement with only some inputs in full', ofParts, async ({ call, baseline, given, tag }) => {
  await expect(await baseline('wallet-agreements')).toBeAccepted();
  const { access_token: token } = await given('an access token');

  await eachCase(parts, async ({ lacks, ...query }) => {
    const body = lacks.reduce<JsonObject>((left, name) => without(left, `/${name}`), agreement(tag));
    const response = await call('wallet-agreements', { token, body, ...query });
    if (isSuccess(response.status))
      await expect.soft(response, `without ${lacks.join() || 'client.id'}`).toBeAccepted();
  });
});

test('accepts the number client.id in the query', covers('WAL-04'), async ({ baseline }) => {
  const response = await baseline('wallet-agreements');

  await expect(response).toBeAccepted();
  const isSent = new URL(response.request.url).searchParams.has('client.id');
  await expect(response).toHold('an acceptance with client.id', isSent);
});

test('accepts the header x-platform-id', one('WAL-05'), async ({ call, given, tag }) => {
  const { access_token: token, x_platform_id = seededWord('x-platform-id') } = await given('an access token');
  const headers = { ...preferred, 'x-platform-id': x_platform_id };

  const response = await call('wallet-agreements', { token, headers, body: agreement(tag) });

  await expect(response).toConform('wallet-agreements/response');
  const isOther = getText(response.json, 'agreement_id') !== x_platform_id;
  await expect(response).toHold('an agreement_id other than the x-platform-id', isOther);
  await expectAbsolute(response);
});

test('answers a creation in JSON', covers('WAL-07'), async ({ baseline }) => {
  await expect(await baseline('wallet-agreements')).toBeJson();
});

// The Type of 2.5 is number, where an id is an integer (2.3): the reference tells the two apart.
test('accepts a validation_amount with a fraction', one('WAL-06'), async ({ call, given, tag }) => {
  const { access_token: token } = await given('an access token');
  const body = edit(agreement(tag), '/agreement_data/validation_amount', () => 10.5);

  await expect(await call('wallet-agreements', { token, body, headers: preferredOtherwise })).toBeAccepted();
});

for (const row of [
  acceptance('wallet-agreements', 'WAL-09', 'creates an agreement from JSON of an unusual layout', unusually),
  acceptance('wallet-agreements', 'WAL-23', 'accepts the media type with a charset', { headers: withCharset }),
])
  test(...row);

async function expectAbsolute(created: Exchange): Promise<void> {
  const uri = getText(created.json, 'agreement_uri');
  // An HTTP URI names a host (RFC 9110, 4.2), which a lenient reader takes from the path.
  const isAbsolute = /^(?!https?:(?!\/\/[^/?#]))[a-z][a-z0-9+.-]*:\S+$/i.test(uri) && URL.canParse(uri);
  await expect(created).toHold('an absolute agreement_uri', isAbsolute);
  // 2.5: one URI leads the user to the wallet, the other back to the seller.
  const isOther = !uri.startsWith(String(getSentField(created, 'return_uri')));
  await expect(created).toHold('an agreement_uri other than the return_uri', isOther);
}

const all = fields(schema);
const asked = withCreation('wallet-agreements', all.length, covers('WAL-60', 'WAL-15'));

test('Which fields of an agreement are required?', asked, async ({ call, given, tag }) => {
  const { access_token } = await given('an access token');
  const responses = await eachCase(all, async ({ pointer, path }) => {
    const response = await call('wallet-agreements', { token: access_token, body: without(agreement(tag), pointer) });
    await expect.soft(response, path).toBeHandled();
    return [path, isSuccess(response.status) ? 'optional' : 'required'] as const;
  });
  record(Object.fromEntries(responses));
});

const noNumber = { 'client.id': 'no-number' };
const handled = ['WAL-15'] as const;

for (const { title, id, sent, also } of [
  { title: 'What does a request without client.id answer?', id: 'WAL-61', sent: { query: {} }, also: handled },
  { title: 'What does a client.id that is no number answer?', id: 'WAL-62', sent: { query: noNumber }, also: handled },
  { title: 'Is the header x-platform-id required?', id: 'WAL-68', sent: { omits: 'x-platform-id' }, also: [] },
] as const)
  test(title, covers(id, ...also), async ({ call, given, tag }) => {
    const { access_token: token } = await given('an access token');

    await recordHandled(await call('wallet-agreements', { token, body: agreement(tag), ...sent }));
  });

for (const field of ['external_user', 'agreement_data'] as const)
  test(`Are other members accepted in ${field}?`, covers('WAL-63', 'WAL-15'), async ({ call, given, tag }) => {
    const { access_token: token } = await given('an access token');
    const body = agreement(tag);
    const other = { ...body[field], [seededWord('another member')]: seededWord('value') };

    await recordHandled(await call('wallet-agreements', { token, body: { ...body, [field]: other } }));
  });

const ofEachKind = covers('WAL-64');

test('Which status and code does each kind of refusal have?', ofEachKind, async ({ call, provoke, given, tag }) => {
  const { access_token } = await given('an access token');
  const body = agreement(tag);

  record({
    'no token': summarizeResponse(await provoke('wallet-agreements', { body })),
    'a made-up token': summarizeResponse(await provoke('wallet-agreements', { token: madeUp(access_token), body })),
    'malformed JSON': summarizeResponse(await provoke('wallet-agreements', { token: access_token, text: '{"a":' })),
    'a list as body': summarizeResponse(await call('wallet-agreements', { token: access_token, body: [] })),
  });
});

test('What is the shape of an agreement error?', covers('WAL-65'), async ({ provoke, given }) => {
  const { access_token: token } = await given('an access token');

  record(getShape((await provoke('wallet-agreements', { token, text: '{"a":' })).json));
});

test('Which status does a created agreement have?', covers('WAL-66'), async ({ baseline }) => {
  record({ status: (await baseline('wallet-agreements')).status });
});

test(...lengthQuestion('wallet-agreements', 'an external_flow_id', ['WAL-15', 'WAL-67'], agreement));
