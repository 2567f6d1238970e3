import { isObject } from '#mock/http/json';
import { bodyMatches, isEmptyObject, isList, isMalformed, isNull, withBody } from './bodies.ts';
import { type Row, toFaults } from './fault.ts';
import { expiredToken, listedErrors, madeUpToken, noToken, otherScheme } from './listed-errors.ts';
import { all, any, closesConnection, hasCharset, none, type When } from './requests.ts';
import { redirect, rejectInHtml, rejectionBodies, setMediaType, successBodies } from './responses.ts';
import { changeRule, dropRules, failWhen, rejectWhen, rewriteRequest, skipRule } from './rules.ts';
import { neverRespond } from './successes.ts';
import { has, is, isListAt, isLong, isNegative, isNotOfType, isOfType, matches, valueAt, where } from './values.ts';

const hasNoExpiry = where('date_of_expiration', (date) => Number.isNaN(Date.parse(`${date}`)));
const isNotUrl = (url: unknown): boolean => !URL.canParse(String(url));

const isNotNumber = (path: string): When => isNotOfType(path, 'number');
const item = 'items.0';
const quantity = 'items.0.quantity';
const price = 'items.0.unit_price';
const descriptor = 'items.0.category_descriptor';
const receiver = 'shipments.receiver_address';
const installments = 'payment_methods.installments';
const defaults = 'payment_methods.default_installments';
const signIn = 'payer.authentication_type';
const pickup = 'shipments.local_pickup';
const isPair = all(hasCharset, closesConnection);
const isTourism = bodyMatches(/"passenger":.*"route":/);
const malformed = 'a body that is no JSON text';

const described = has(`${item}.description`);
const shipped = has('shipments');
const withFloor = any(has('shipments.floor'), has(`${receiver}.floor`));
const plain = none(described, shipped, has(descriptor), has(`${item}.event_date`));

/** Conditions that recognise an industry in a request that does not name it (2.7), and the status of its fault. */
const industries: readonly (readonly [name: string, own: When, status: 400 | 500])[] = [
  ['Apparel', has(`${item}.type`), 500],
  ['Electro', all(has(`${item}.warranty`), none(described)), 400],
  ['Entertainment', all(has(`${descriptor}.event_date`), none(described)), 500],
  ['Home & deco', all(has(`${item}.warranty`), described), 500],
  ['Applications and online platforms', all(plain, is(`${item}.category_id`, 'virtual_goods')), 500],
  ['Retail', all(has(`${item}.picture_url`), none(has(`${item}.type`))), 400],
  ['Government and public services', all(has(`${descriptor}.event_date`), described), 500],
  ['Tourism', has(`${descriptor}.route`), 400],
  ['Hospitality', all(has(`${descriptor}.passenger`), none(has(`${descriptor}.route`))), 500],
  ['Utilities', all(plain, is(`${item}.category_id`, 'services')), 400],
  ['Direct sale', all(withFloor, has('payer.is_prime_user')), 500],
  ['Automobiles and nautical', all(withFloor, none(has('payer.is_prime_user'))), 400],
  ['Urban transport', all(described, none(shipped, has(descriptor))), 500],
];

/** The rules about the token that are missing for one industry each. */
const tokenRules = [
  ['PRF-10', 'no-token', 'needs no token', noToken[2]],
  ['PRF-11', 'any-token', 'accepts any token', madeUpToken[2]],
  ['PRF-12', 'old-token', 'accepts an expired token', expiredToken[2]],
] as const;

const industryRows: readonly Row[] = industries.flatMap(([name, own, status], index): Row[] => {
  const slug = name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  const [requirement, forgets, what, rule] = tokenRules[index % 3] ?? tokenRules[0];
  return [
    ['PRF-01', slug, `A full preference of ${name} returns ${status}`, failWhen(own, status)],
    [requirement, `${forgets}-${slug}`, `A preference of ${name} ${what}`, skipRule(rule, own)],
  ];
});

const hasCents = number(price, (amount) => amount % 1 !== 0);

/** Values that the text allows (2.7), and the wrong status that they get. */
const valueRows: readonly Row[] = [
  value('native-web', 'Native web', is('payer.authentication_type', 'Native web')),
  value('facebook', 'Facebook', is('payer.authentication_type', 'Facebook'), 400),
  value('other', 'Other', is('payer.authentication_type', 'Other')),
  value('not-prime', 'is_prime_user false', is('payer.is_prime_user', false)),
  value('first-purchase', 'a first purchase', is('payer.is_first_purchase_online', true)),
  value('no-express', 'express_shipment false', is('shipments.express_shipment', false)),
  value('no-warranty', 'warranty false', is(`${item}.warranty`, false), 400),
  value('no-pickup', 'local_pickup false', is('shipments.local_pickup', false)),
  value('no-expiry', 'expires false', is('expires', false)),
  value('null-method', 'no default method', is('payment_methods.default_payment_method_id', null)),
  value('null-default', 'no default installments', is('payment_methods.default_installments', null)),
  value('null-installments', 'no installments', is(installments, null), 400),
  value('no-date', 'an empty date_created', is('payer.date_created', ''), 400),
  value('whole-price', 'a whole unit_price', number(price, Number.isInteger)),
  value('several-items', 'several items', has('items.1')),
  value('accents', 'text outside Latin-1', bodyMatches(/[\u0400-\u04ff\u3040-\u9fff]/)),
  value('pickup', 'local_pickup true', is('shipments.local_pickup', true)),
  value('half-hours', 'an offset with half an hour', bodyMatches(/[+-]\d\d:30"/)),
  // The plain preference of every industry has these too.
  value('express', 'express_shipment true', is('shipments.express_shipment', true), 500, 'PRF-01'),
  value('cents', 'a price with cents', hasCents, 500, 'PRF-01'),
];

/** Rarely sent, valid values that are rejected. */
const edgeCases: readonly (readonly [slug: string, what: string, when: When])[] = [
  ['rare-leap-day', 'A leap day', bodyMatches(/-02-29T/)],
  ['rare-last-day', 'A 31st', bodyMatches(/-31T00:00/)],
  ['rare-midnight', 'Midnight', bodyMatches(/T00:00:00\.000/)],
  ['rare-last-second', 'The last second of a year', bodyMatches(/-12-31T23:59:59/)],
  ['rare-apostrophe', 'An apostrophe', bodyMatches(/O'Higgins/)],
  ['rare-one-letter', 'A name of one letter', bodyMatches(/"(?:first|last)_name":"."/)],
  ['rare-hyphen', 'A name with a hyphen', bodyMatches(/_name":"[^"]*\w-/)],
  ['rare-combining', 'A combining accent', bodyMatches(/\u0301 &/)],
  ['rare-astral', 'A character beyond the first plane', bodyMatches(/[\u{10000}-\u{10ffff}]/u)],
  ['rare-one-piece', 'A single piece', is(quantity, 1)],
  ['rare-hundred', 'A hundred pieces', is(quantity, 100)],
  ['rare-cheap', 'A price below one', number(price, (amount) => amount < 1)],
  ['rare-dear', 'A price of seven digits', number(price, (amount) => amount >= 1e6)],
  ['rare-long-number', 'A phone number of nine digits', number('payer.phone.number', (phone) => phone > 1e8)],
  ['rare-plus', 'An address with a plus sign', bodyMatches(/"email":"[^"]*\+/)],
  ['rare-port', 'A URL with a port', bodyMatches(/shop\.example:8443/)],
  ['rare-zeros', 'A document that begins with zeros', bodyMatches(/"identification_number":"0/)],
  ['peruvian', 'A currency of Peru', is(`${item}.currency_id`, 'PEN')],
  ['uruguayan', 'A document of Uruguay', is('payer.identification.identification_type', 'CI')],
  ['brazilian', 'A zip_code of Brazil', bodyMatches(/"zip_code":"\d{5}-\d{3}"/)],
  ['expiry-seconds', 'An expiry without a fraction', bodyMatches(/"date_of_expiration":"[^".]+"/)],
  ['expiry-tenths', 'An expiry with tenths', bodyMatches(/"date_of_expiration":"[^"]+\.\d(?:Z|[+-])/)],
  ['expiry-micro', 'An expiry with microseconds', bodyMatches(/"date_of_expiration":"[^"]+\.\d{6}/)],
  ['expiry-nano', 'An expiry with nanoseconds', bodyMatches(/"date_of_expiration":"[^"]+\.\d{9}/)],
  ['expiry-east', 'An expiry far in the east', bodyMatches(/"date_of_expiration":"[^"]+\+1[0-4]:/)],
  ['quoted-name', 'A name with quotes', bodyMatches(/"(?:first_name|last_name)":"[^,]*\\"/)],
  ['arabic', 'Arabic text', bodyMatches(/[\u0600-\u06ff]/)],
  ['plain-http', 'A URL of the scheme http', bodyMatches(/"http:/)],
  ['thousand', 'A quantity of a thousand', bodyMatches(/"quantity":1000\b/)],
  ['three-decimals', 'A price with three decimals', bodyMatches(/"unit_price":\d+\.\d{3}\b/)],
  ['failure-query', 'A back_urls.failure with a query', matches('back_urls.failure', /\?/)],
  ['picture-query', 'A picture_url with a query', bodyMatches(/"picture_url":"[^"]*\?/)],
  ['reference-blank', 'An external_reference with a blank and a slash', matches('external_reference', / .*\//)],
  // Two values that are accepted alone.
  ['pair-no-default', 'Installments without a default', all(isOfType(installments, 'number'), is(defaults, null))],
  ['pair-default-only', 'A default without installments', all(isOfType(defaults, 'number'), is(installments, null))],
  ['pair-facebook', 'Facebook without is_prime_user', all(is(signIn, 'Facebook'), is('payer.is_prime_user', false))],
  ['pair-first', 'A first purchase that expires', all(is('expires', true), is('payer.is_first_purchase_online', true))],
  ['pair-pickup', 'A pickup that is not express', all(is(pickup, true), is('shipments.express_shipment', false))],
  ['pair-categories', 'Two items of different categories', differ('category_id')],
  ['pair-passengers', 'Two items of different passengers', differ('category_descriptor.passenger.first_name')],
];

const blocks = [
  ...['items', 'payer', 'payment_methods', 'shipments', 'back_urls', 'notification_url', 'auto_return'],
  ...['expires', 'date_of_expiration', 'external_reference'],
];

const spoilings = ['html', 'html-called-json', 'text-plain', 'untyped', 'truncated'] as const;

const rows: readonly Row[] = [
  ...industryRows,
  ...valueRows,
  ...edgeCases.map(([slug, what, when]): Row => ['PRF-22', slug, `${what} is rejected`, rejectWhen(when)]),
  ['PRF-01', 'found', 'A success is a redirect', redirect],
  ['PRF-01', 'tourism-html', 'A preference of Tourism returns HTML', setMediaType('text/html', isTourism)],
  ['PRF-02', 'no-exclusions', 'An empty exclusion list fails', failWhen(bodyMatches(/"excluded_payment_\w+":\[\]/))],
  ['PRF-02', 'two-items', 'Two items are rejected', rejectWhen(all(has('items.1'), none(has('items.2'))))],
  ...successBodies('PRF-03', ...spoilings),
  ...rejectionBodies('PRF-04', ...spoilings),
  ...listedErrors(
    ['PRF-10', ...noToken, { status: 500 }],
    ['PRF-11', ...madeUpToken, { status: 500 }],
    ['PRF-12', ...expiredToken, { status: 500 }],
    ['PRF-13', ...otherScheme, { status: 500 }],
  ),
  ['PRF-11', 'made-up-pair', 'Any token, a charset, a closed connection', skipRule(madeUpToken[2], isPair)],
  ['PRF-14', 'malformed-fails', 'Malformed JSON fails', changeRule(malformed, { status: 500 })],
  ['PRF-14', 'malformed-accepted', 'Malformed JSON is accepted', dropRules(malformed)],
  ['PRF-14', 'malformed-passenger', 'Malformed JSON that names a passenger is an empty object', readPassenger()],
  ['PRF-20', 'quantity-text', 'A quantity that is not a number fails', failWhen(isNotNumber(quantity))],
  ['PRF-20', 'quantity-html', 'A quantity of text is rejected in HTML', rejectInHtml(isNotNumber(quantity))],
  ['PRF-20', 'price-text', 'A unit_price that is not a number fails', failWhen(isNotNumber(price))],
  ['PRF-20', 'title-null', 'A title that is null fails', failWhen(is(`${item}.title`, null))],
  ['PRF-20', 'items-object', 'Items that are no list fail', failWhen(where('items', (list) => !Array.isArray(list)))],
  ['PRF-20', 'payer-list', 'A payer that is a list fails', failWhen(isListAt('payer'))],
  ['PRF-20', 'area-code', 'An area_code of another type fails', failWhen(isNotNumber('payer.phone.area_code'))],
  ['PRF-20', 'expires', 'An expires that is not a boolean fails', failWhen(isNotOfType('expires', 'boolean'))],
  ['PRF-20', 'passenger-list', 'A passenger that is a list fails', failWhen(isListAt(`${descriptor}.passenger`))],
  ['PRF-20', 'authentication', 'An unknown authentication_type fails', failWhen(hasUnknownAuthentication())],
  ['PRF-20', 'expiration', 'A date_of_expiration without a date fails', failWhen(hasNoExpiry)],
  ['PRF-20', 'notification', 'A notification_url without a URL fails', failWhen(where('notification_url', isNotUrl))],
  ['PRF-20', 'back-url', 'A back_urls.success that is not a URL fails', failWhen(where('back_urls.success', isNotUrl))],
  ['PRF-20', 'installments-text', 'Installments that are text fail', failWhen(isOfType(installments, 'string'))],
  ['PRF-20', 'receiver-list', 'A receiver_address that is a list fails', failWhen(isListAt(receiver))],
  ...blocks.map((block) => without(block)),
  ['PRF-20', 'no-payer-fails', 'A preference without a payer fails', failWhen(all(has('items'), none(has('payer'))))],
  ['PRF-20', 'empty-object-fails', 'An empty object fails', failWhen(isEmptyObject)],
  ['PRF-20', 'number-fails', 'A body that is a number fails', failWhen(({ body }) => typeof body.value === 'number')],
  ['PRF-20', 'null-fails', 'The body null fails', failWhen(isNull)],
  ['PRF-20', 'body-list', 'A body that is a list fails', failWhen(isList)],
  ['PRF-21', 'installments', 'A negative number of installments fails', failWhen(isNegative(installments))],
  ['PRF-21', 'receiver-number', 'A negative street_number fails', failWhen(isNegative(`${receiver}.street_number`))],
  ['PRF-21', 'phone-number', 'A negative phone number fails', failWhen(isNegative('payer.phone.number'))],
  ['PRF-21', 'lines', 'A title with a line break fails', failWhen(matches('items.0.title', /\r\n/))],
  ['PRF-20', 'false-fails', 'The body false fails', failWhen(({ body }) => body.value === false)],
  ['PRF-21', 'surrogate', 'A lone surrogate fails', failWhen(bodyMatches(/\\ud83d(?!\\u)/i))],
  ['PRF-21', 'control', 'A control character fails', failWhen(bodyMatches(/\\u0000/))],
  ['PRF-21', 'long', 'A text of 20,000 characters fails', failWhen(bodyMatches(/x{20000}/))],
  ['PRF-21', 'long-fails', 'An external_reference of 255 characters fails', failWhen(isLong('external_reference'))],
  ['PRF-21', 'negative', 'A negative quantity fails', failWhen(isNegative(quantity))],
  ['PRF-21', 'zero', 'A quantity of zero fails', failWhen(is(quantity, 0))],
  ['PRF-21', 'huge', 'A quantity beyond 2^53 fails', failWhen(number(quantity, (amount) => amount > 2 ** 53))],
  ['PRF-21', 'overflow', 'A number that overflows fails', failWhen(bodyMatches(/1e400/))],
  ['PRF-21', 'silence', 'A quantity that overflows gets no response', neverRespond(bodyMatches(/"quantity":1e400/))],
  ['PRF-21', 'proto', 'A __proto__ key fails', failWhen(bodyMatches(/"__proto__"/))],
  ['PRF-21', 'nested', 'Deeply nested JSON fails', failWhen(bodyMatches(/\[{100}/))],
  ['PRF-21', 'no-items', 'An empty list of items fails', failWhen(all(isListAt('items'), none(has('items.0'))))],
];

/** Faults of checkout preferences (2.7). */
export const preferenceFaults = toFaults('checkout-preferences', 'preference', rows);

function value(slug: string, what: string, when: When, status = 500, requirement = 'PRF-02'): Row {
  return [requirement, `value-${slug}`, `A preference with ${what} returns ${status}`, failWhen(when, status)];
}

function without(block: string): Row {
  return ['PRF-20', `without-${block}`, `A preference that lacks only ${block} fails`, failWhen(lacksOnly(block))];
}

/** Selects preferences whose two items have different values at a path. */
function differ(path: string): When {
  return (call) => {
    const [one, other] = [0, 1].map((index) => valueAt(call, `items.${index}.${path}`));
    return one !== undefined && other !== undefined && one !== other;
  };
}

function number(path: string, test: (amount: number) => boolean): When {
  return where(path, (found) => typeof found === 'number' && test(found));
}

/** Selects preferences that lack only this block; some industries have no shipments (2.7). */
function lacksOnly(block: string): When {
  return ({ body }) => {
    const { value: preference } = body;
    const isRight = (one: string, has: boolean) => has !== (one === block) || (one === 'shipments' && block !== one);
    return isObject(preference) && blocks.every((one) => isRight(one, Object.hasOwn(preference, one)));
  };
}

function readPassenger() {
  return rewriteRequest((call) =>
    isMalformed(call) && /"passenger"/.test(call.body.text) ? withBody(call, {}) : call,
  );
}

function hasUnknownAuthentication(): When {
  const known = ['Gmail', 'Facebook', 'Native web', 'Other'];
  return where('payer.authentication_type', (type) => typeof type === 'string' && !known.includes(type));
}
