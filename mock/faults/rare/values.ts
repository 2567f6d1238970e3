import { type Fault, saying, sparing } from '../../fault.ts';
import type { JsonObject } from '../../http/json.ts';
import type { Call } from '../../operation.ts';
import { has, holds, is, says } from '../found.ts';
import { rowsOf } from '../row.ts';

const preferences = rowsOf('checkout-preferences', 'preference');
const users = rowsOf('test-users', 'test-user');
const agreements = rowsOf('wallet-agreements', 'agreement');
const amount = 'agreement_data.validation_amount';

/** Legal values that are refused, fail or come back changed, each of them seldom sent. */
export const rareValueFaults: readonly Fault[] = [
  preferences.refuses(
    'PRF-22',
    'peruvian',
    'A currency of Peru is refused.',
    is('items.0.currency_id', 'PEN'),
  ),
  preferences.refuses(
    'PRF-22',
    'uruguayan',
    'A document of Uruguay is refused.',
    is('payer.identification.identification_type', 'CI'),
  ),
  preferences.refuses(
    'PRF-22',
    'brazilian',
    'A zip_code of Brazil is refused.',
    says(/"zip_code":"\d{5}-\d{3}"/),
  ),
  preferences.fails(
    'PRF-02',
    'no-exclusions',
    'An empty list of exclusions fails.',
    says(/"excluded_payment_\w+":\[\]/),
  ),
  preferences.refuses(
    'PRF-22',
    'expiry-seconds',
    'An expiry without a fraction is refused.',
    says(/"date_of_expiration":"[^".]+"/),
  ),
  preferences.refuses(
    'PRF-22',
    'expiry-tenths',
    'An expiry with tenths of a second is refused.',
    says(/"date_of_expiration":"[^"]+\.\d(?:Z|[+-])/),
  ),
  preferences.fails(
    'PRF-20',
    'no-payer-fails',
    'A preference without a payer fails.',
    (call) => has('items')(call) && !has('payer')(call),
  ),
  agreements.fails(
    'WAL-15',
    'no-user-fails',
    'An agreement without a user fails.',
    (call) => has('agreement_data')(call) && !has('external_user')(call),
  ),
  preferences.refuses(
    'PRF-22',
    'expiry-micro',
    'An expiry with microseconds is refused.',
    says(/"date_of_expiration":"[^"]+\.\d{6}/),
  ),
  preferences.refuses(
    'PRF-22',
    'expiry-east',
    'An expiry far in the east is refused.',
    says(/"date_of_expiration":"[^"]+\+1[0-4]:/),
  ),
  preferences.refuses('PRF-22', 'plain-http', 'A URL of the scheme http is refused.', says(/"http:/)),
  preferences.refuses(
    'PRF-22',
    'thousand',
    'A quantity of a thousand is refused.',
    says(/"quantity":1000\b/),
  ),
  preferences.refuses(
    'PRF-22',
    'three-decimals',
    'A price with three decimals is refused.',
    says(/"unit_price":\d+\.\d{3}\b/),
  ),
  preferences.refuses(
    'PRF-22',
    'failure-query',
    'A back_urls.failure with a query is refused.',
    holds('back_urls.failure', (url) => `${url}`.includes('?')),
  ),
  preferences.refuses(
    'PRF-22',
    'picture-query',
    'A picture_url with a query is refused.',
    says(/"picture_url":"[^"]*\?/),
  ),
  preferences.fails('PRF-20', 'empty-object-fails', 'An empty object fails.', isEmpty),
  preferences.fails(
    'PRF-20',
    'number-fails',
    'A body that is a number fails.',
    ({ body }) => typeof body.value === 'number',
  ),
  preferences.fails('PRF-20', 'null-fails', 'The body null fails.', ({ body }) => body.value === null),
  agreements.fails('WAL-15', 'empty-object-fails', 'An empty object fails.', isEmpty),
  agreements.fails('WAL-15', 'list-fails', 'A body that is a list fails.', ({ body }) =>
    Array.isArray(body.value),
  ),
  agreements.fails('WAL-15', 'null-fails', 'The body null fails.', ({ body }) => body.value === null),
  agreements.refuses('WAL-22', 'one', 'An amount of one is refused.', is(amount, 1)),
  agreements.refuses('WAL-22', 'cents', 'An amount of a cent is refused.', is(amount, 0.01)),
  agreements.refuses(
    'WAL-22',
    'dear',
    'An amount of seven digits is refused.',
    holds(amount, (value) => Number(value) > 999_999),
  ),
  agreements.refuses(
    'WAL-22',
    'query',
    'A return_uri with a query is refused.',
    holds('return_uri', (uri) => `${uri}`.includes('?')),
  ),
  agreements.refuses(
    'WAL-22',
    'port',
    'A return_uri with a port is refused.',
    holds('return_uri', (uri) => /:\d/.test(`${uri}`)),
  ),
  agreements.refuses(
    'WAL-22',
    'plane',
    'A description beyond the first plane is refused.',
    says(/[\u{10000}-\u{10ffff}]/u),
  ),
  agreements.refuses(
    'WAL-22',
    'digits',
    'A user id of digits is refused.',
    holds('external_user.id', (id) => /^\d+$/.test(`${id}`)),
  ),
  agreements.refuses(
    'WAL-22',
    'flow-signs',
    'A flow with signs is refused.',
    holds('external_flow_id', (id) => /[/:]/.test(`${id}`)),
  ),
  users.fails('USR-10', 'empty-object-fails', 'An empty object fails.', isEmpty),
  users.refuses('USR-35', 'foreign', 'A description outside ASCII is refused.', says(/[^ -~]/)),
  users.refuses('USR-35', 'quoted', 'A description with quotes is refused.', says(/\\"/)),
  echoing('normalised', 'normalised', (text) => text.normalize('NFC')),
  echoing('blanks-one', 'with one blank for two', (text) => text.replace(/(?<=\S) {2,}(?=\S)/g, ' ')),
  echoing('decoded', 'percent-decoded', (text) => text.replace(/%2F/gi, '/')),
  echoing('plus', 'with blanks for plus signs', (text) => text.replaceAll('+', ' ')),
  echoing('no-break', 'with usual blanks', (text) => text.replaceAll('\u00a0', ' ')),
  echoing('ampersands', 'with entities', (text) => text.replace(/&(?!amp;)/g, '&amp;')),
  echoing('formula', 'with a sign before a formula', (text) => text.replace(/^=/, "'=")),
  echoing('dollar', 'without what looks like a reference', (text) => text.replace(/\$\d/g, '')),
  echoing('apostrophe', 'with straight apostrophes', (text) => text.replaceAll('’', "'")),
  echoing('sharp', 'with two letters for one', (text) => text.replaceAll('ß', 'ss')),
  echoing('selector', 'without selectors of a picture', (text) => text.replaceAll('\ufe0f', '')),
  echoing('returns', 'with other line breaks', (text) => text.replaceAll('\r\n', '\n')),
  echoing('direction', 'without marks of direction', (text) => text.replace(/[\u2066-\u2069]/g, '')),
  echoing('hyphens', 'without soft hyphens', (text) => text.replaceAll('\u00ad', '')),
  echoing('private', 'without characters of nobody', (text) => text.replaceAll('\ue000', '')),
  users.row(
    'USR-04',
    'latin-on-MLU',
    'On MLU the description comes back in another encoding.',
    saying((body) =>
      body.site_id === 'MLU'
        ? { ...body, description: Buffer.from(`${body.description}`).toString('latin1') }
        : body,
    ),
  ),
  users.row(
    'USR-10',
    'without-on-MLU',
    'On MLU a description may be missing.',
    sparing('description left out', is('site_id', 'MLU')),
  ),
  echoing('lines', 'in one line', (text) => text.replaceAll('\n', ' ')),
  echoing('tabs', 'without tabs', (text) => text.replaceAll('\t', ' ')),
  echoing('joiners', 'without joiners', (text) => text.replaceAll('\u200d', '')),
  echoing('braces', 'without what stands in braces', (text) => text.replace(/\$\{[^}]*\}/g, '')),
  users.row('USR-01', 'nickname-empty', 'The nickname is empty.', saying(having({ nickname: '' }))),
  users.row('USR-01', 'password-empty', 'The password is empty.', saying(having({ password: '' }))),
  users.row(
    'USR-26',
    'created-1970',
    'A test user was created in 1970.',
    saying(having({ date_created: '1970-01-01T00:00:00.000+00:00' })),
  ),
  users.row(
    'USR-26',
    'updated-2099',
    'A test user is updated in 2099.',
    saying(having({ date_last_updated: '2099-01-01T00:00:00.000+00:00' })),
  ),
  users.row('USR-26', 'created-after', 'A test user is updated before it is created.', saying(updatedBefore)),
];

function echoing(slug: string, words: string, change: (text: string) => string): Fault {
  return users.row(
    'USR-03',
    `echo-${slug}`,
    `The description comes back ${words}.`,
    saying((body) => ({ ...body, description: change(`${body.description}`) })),
  );
}

function having(change: JsonObject) {
  return (body: JsonObject) => ({ ...body, ...change });
}

function updatedBefore(body: JsonObject): JsonObject {
  const before = Date.parse(`${body.date_created}`) - 7_200_000;
  return { ...body, date_last_updated: new Date(before).toISOString() };
}

function isEmpty({ body: { value } }: Call): boolean {
  return (
    typeof value === 'object' && value !== null && Object.keys(value).length === 0 && !Array.isArray(value)
  );
}
