import { covers, withCreation } from '#api/covers';
import { type Exchange, getField, getText, isSuccess } from '#api/exchange';
import { summarizeResponse } from '#api/response-shape';
import { isRfc3339 } from '#api/values/formats';
import { now } from '#assertions/run';
import { type Call, eachCase, expect, type Given, record, settings, test } from '#assertions/test';
import written from '#factories/descriptions.json' with { type: 'json' };
import { layouts } from '#factories/malformed';
import { inTurn } from '#factories/near-misses/texts';
import { getDigits, knownSites, otherSites, testUser, usualSite } from '#factories/request-bodies';
import texts from '#factories/texts.json' with { type: 'json' };
import { seededWord } from '#redaction/made-up-values';
import { isLoopback } from '#run/settings/target';
import { tryOptional } from '#run/skip';
import { preferred, unusually, withCharset } from '../cases/request-contexts.ts';
import { acceptance, lengthQuestion, skipIfClocksDiffer } from '../cases/shared-tests.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const { unusualText, signs, unusualSigns } = written;

const one = (...ids: Parameters<typeof covers>) => withCreation('test-users', 1, covers(...ids));

test('answers a creation with every field of a test user', covers('USR-01'), async ({ baseline }) => {
  await expect(await baseline('test-users')).toConform('test-users/response');
});

for (const field of ['date_created', 'date_last_updated']) {
  test(`writes ${field} as RFC 3339 does`, covers('USR-25'), async ({ baseline }) => {
    const response = await baseline('test-users');

    await expect(response).toHold(`${field} as a date-time of RFC 3339`, isRfc3339(getText(response.json, field)));
  });
}

for (const [field, id] of [
  ['site_id', 'USR-02'],
  ['description', 'USR-03'],
] as const)
  test(`returns the ${field} as sent`, covers(id), async ({ baseline }) => {
    await expect(await baseline('test-users')).toEcho(field);
  });

for (const site_id of [usualSite.toLowerCase(), 'MLB'])
  test(`returns the site_id ${site_id} as sent`, one('USR-02'), async ({ baseline, call, given, tag }) => {
    await expect(await baseline('test-users')).toBeAccepted();
    const { access_token: token } = await given('an access token');

    const response = await call('test-users', { token, body: testUser(tag, { site_id }) });

    // The reference does not show whether such a code is accepted (7).
    if (isSuccess(response.status)) await expect(response).toEcho('site_id');
  });

const descriptions = [
  { name: 'text outside ASCII between blanks', of: (tag: string) => unusualText.replace('MARK', tag) },
  // Values that a reader may take for another type and that the tag would make a text.
  { name: 'digits', of: getDigits },
  { name: 'the word null', of: () => 'null' },
  // Each creates a test user that stays, so they run only on this machine.
  ...(isLoopback(settings.BASE_URL) ? Object.entries(texts).map(([name, text]) => ({ name, of: () => text })) : []),
];

/** Returns the details of a test that creates a test user for each description, unless another one has. */
const each = (...ids: Parameters<typeof covers>) => withCreation('test-users', descriptions.length, covers(...ids));

/** Returns the responses to each description. Created at the same time, one may have the data of another. */
const describedUsers = (call: Call, given: Given, tag: string) =>
  call.once('test users', async () => {
    const { access_token: token } = await given('an access token');
    return eachCase(inTurn(descriptions, knownSites), async ([{ name, of }, site_id]) => {
      const body = testUser(of(tag), { site_id });
      return { name: `${name} on ${site_id}`, exchange: await call('test-users', { token, body }) };
    });
  });

test('returns each of several descriptions as sent', each('USR-03'), async ({ call, given, tag }) => {
  // The reference does not show which texts are rejected (7, 8).
  for (const { name, exchange } of await describedUsers(call, given, tag))
    await expect.soft(exchange, name).toEcho('description', '4xx');
});

test('answers a long description with every field', one('USR-01'), async ({ baseline, call, given, tag }) => {
  await expect(await baseline('test-users')).toBeAccepted();
  const { access_token: token } = await given('an access token');
  const response = await call('test-users', { token, body: testUser(tag + ' and more of it'.repeat(9)) });
  // The reference shows no maximum length (2.3).
  if (isSuccess(response.status)) await expect(response).toConform('test-users/response');
});

test('gives each of several test users an id of its own', each('USR-05'), async ({ call, baseline, given, tag }) => {
  const usual = { name: 'the usual one', exchange: await baseline('test-users') };
  const users = (await describedUsers(call, given, tag)).filter(({ exchange }) => isSuccess(exchange.status));
  for (const [index, { name, exchange: own }] of users.entries())
    for (const other of [usual, ...users.slice(0, index)]) await expect(own, name).toDifferFrom(other.exchange, 'id');
});

test('accepts a description that few senders write', one('USR-35'), async ({ call, given, tag }) => {
  const { access_token: token } = await given('an access token');
  const body = testUser(`${unusualText} ${signs}`.replaceAll('MARK', tag));

  await expect(await call('test-users', { token, body })).toBeAccepted();
});

test(...acceptance('test-users', 'USR-08', 'creates a test user from JSON of an unusual layout', unusually));

test('accepts the media type with a charset, and reads it', one('USR-36'), async ({ call, given, tag }) => {
  const { access_token: token } = await given('an access token');

  const response = await call('test-users', { token, body: testUser(`${tag} Ñandú`), headers: withCharset });

  await expect(response).toBeAccepted();
  if (!settings.WITHOUT.includes('logic')) await expect(response).toEcho('description');
});

// Length and signs of a description are not shown (8), and a gateway may close: what is accepted must come back whole.
test('returns a long description as sent', one('USR-03'), async ({ call, given, tag }) => {
  const { access_token } = await given('an access token');
  const attempt = (length: number, beginning: string) =>
    call('test-users', {
      token: access_token,
      body: testUser(beginning.replace('MARK', tag).padEnd(length, ' long text') + (/\n/.test(beginning) ? '\n' : '')),
      write: layouts.escaped,
    });

  let response =
    (await tryOptional(() => attempt(70_000, unusualSigns), 'no answer')) ?? (await attempt(1_000, unusualSigns));
  for (const beginning of [unusualSigns, `${signs}\n\t`, signs, 'MARK'])
    if (!isSuccess(response.status)) response = await attempt(1_000, beginning);
  for (const shorter of [500, 250, 120]) if (!isSuccess(response.status)) response = await attempt(shorter, 'MARK');

  await expect(response).toEcho('description', '4xx');
});

test(`creates a test user on ${usualSite}`, covers('USR-04'), async ({ baseline }) => {
  const response = await baseline('test-users');

  await expect(response).toConform('test-users/response');
  await expect(response).toHaveField('site_id', usualSite);
});

/** Text with one byte per letter in an old encoding, in quotes, and text with several. */
const namesOf = { MPE: '"MARK Ñandú"', MLU: 'MARK Ñandú 東京 🛒', MLA: '' };

for (const site_id of otherSites) {
  test(`creates a test user on ${site_id}`, one('USR-04'), async ({ call, provoke, given, tag }) => {
    const { access_token: token } = await given('an access token');

    const rejected = site_id === 'MPE' ? { site_id: usualSite } : { description: seededWord('rejected') };
    await provoke('test-users', { token, body: rejected });
    const create = (description: string) =>
      call('test-users', { token, body: testUser(description, { site_id }), headers: preferred });

    const named = await create(namesOf[site_id].replace('MARK', tag));
    await expect(named).toBeAccepted('4xx');
    const response = isSuccess(named.status) ? named : await create(tag);

    await expect(response).toConform('test-users/response');
    await expect(response).toHaveField('site_id', site_id);
    await expect(response).toEcho('description');
  });
}

const two = withCreation('test-users', 2, covers('USR-05'));

test('gives two test users created at the same time two ids', two, async ({ call, baseline, given, tag }) => {
  const { access_token: token } = await given('an access token');
  const before = [await baseline('test-users')];

  await eachCase([usualSite, knownSites[0]], async (site_id) => {
    const create = (change: object) =>
      call('test-users', { token, body: { ...testUser(tag, { site_id }), ...change } });
    // The id of another test user may be ignored or rejected, never taken over (2.3).
    let created = await create({ id: getField(before[0]?.json, 'id') });
    // The reference does not show if two equal requests create one test user, or if descriptions may repeat.
    for (const change of [{}, { description: `${tag} ${site_id}` }])
      if (!isSuccess(created.status)) created = await create(change);
    await expect(created).toConform('test-users/response');
    await expect(created).toEcho('site_id');
    for (const other of before) await expect(created).toDifferFrom(other, 'id');
    before.push(created);
  });
});

for (const [title, id, longest] of [
  ['dates a test user by its creation', 'USR-26', DAY],
  ['dates a test user within an hour of its creation', 'USR-37', HOUR],
] as const)
  test(title, each(id), async ({ baseline, call, given, tag }) => {
    const plain = { name: 'plain', exchange: await baseline('test-users') };
    for (const { name, exchange } of [plain, ...(await describedUsers(call, given, tag))])
      if (isSuccess(exchange.status)) await expectDates(exchange, name, longest);
  });

/** Expects that a test user has the dates of its creation, at most so many milliseconds ago. */
async function expectDates(created: Exchange, name: string, longest: number): Promise<void> {
  const [first = '', last = ''] = ['date_created', 'date_last_updated'].map((field) => getText(created.json, field));
  const isDate = (stamp: string) => isRfc3339(stamp) && !Number.isNaN(Date.parse(stamp));
  if (!isDate(first) || !isDate(last)) return; // USR-25 checks other forms of ISO 8601; a leap second has no number
  const isOfNow = (stamp: string) => {
    const age = now().getTime() - Date.parse(stamp);
    // A date may be without a time, and clocks may differ; a future date has another offset than its time.
    return age > -HOUR && age < (stamp.includes('T00:00:00') ? DAY : longest);
  };
  if (!isOfNow(first)) skipIfClocksDiffer(created);
  const dated = expect(created, name);
  await dated.toHold(`a date_created of the last ${longest / HOUR} hours`, isOfNow(first));
  await dated.toHold(`a date_last_updated of the last ${longest / HOUR} hours`, isOfNow(last));
  const isOrdered = Date.parse(last) >= Date.parse(first);
  if (longest === DAY) await dated.toHold('an update that is no earlier than the creation', isOrdered);
}

test('answers a creation in JSON', covers('USR-06'), async ({ baseline }) => {
  await expect(await baseline('test-users')).toBeJson();
});

for (const site_id of ['MLB', 'MLM', 'MLC', 'MCO']) {
  test(`Does the site ${site_id} take a test user?`, covers('USR-60'), async ({ call, given, tag }) => {
    const { access_token } = await given('an access token');

    record(summarizeResponse(await call('test-users', { token: access_token, body: testUser(tag, { site_id }) })));
  });
}

test('Which site_status does a new test user have?', covers('USR-61'), async ({ baseline }) => {
  record({ site_status: getField((await baseline('test-users')).json, 'site_status') ?? null });
});

test('Which status does a created test user have?', covers('USR-64'), async ({ baseline }) => {
  record({ status: (await baseline('test-users')).status });
});

test(...lengthQuestion('test-users', 'a description', ['USR-21', 'USR-65'], (text) => testUser(text)));
