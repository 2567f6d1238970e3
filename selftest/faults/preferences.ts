import { isObject } from '#mock/http/json';
import { bodyMatches, isMalformed, matchingRows, withBody } from './bodies.ts';
import { inTurn, type Patch, type Row, toFaults } from './fault.ts';
import { expiredToken, listedErrors, madeUpToken, noToken } from './listed-errors.ts';
import matching from './matching.json' with { type: 'json' };
import { all, any, closesConnection, getToken, hasCharset, none, type When } from './requests.ts';
import { redirect, rejectInHtml, rejections, setMediaType, succeedInHtml, successBodies } from './responses.ts';
import { changeRule, dropRules, failWhen, rejectWhen, rewriteRequest, skipRule } from './rules.ts';
import { afterSuccess, neverRespond } from './successes.ts';
import { has, is, isNotOfType, isOfType, valueAt, where } from './values.ts';

const hasNoExpiry = where('date_of_expiration', (date) => Number.isNaN(Date.parse(`${date}`)));
const isNotUrl = (url: unknown): boolean => !URL.canParse(String(url));

const isNotNumber = (path: string): When => isNotOfType(path, 'number');
const item = 'items.0';
const quantity = 'items.0.quantity';
const price = 'items.0.unit_price';
const descriptor = 'items.0.category_descriptor';
const installments = 'payment_methods.installments';
const defaults = 'payment_methods.default_installments';
const isPair = all(hasCharset, closesConnection);
const isTourism = bodyMatches(/"passenger":.*"route":/);
const malformed = 'a body that is no JSON text';

const described = has(`${item}.description`);
const shipped = has('shipments');
const withFloor = any(has('shipments.floor'), has('shipments.receiver_address.floor'));
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
  ['PRF-10', 'no-token', 'needs no token', noToken],
  ['PRF-11', 'any-token', 'accepts any token', madeUpToken],
  ['PRF-12', 'old-token', 'accepts an expired token', expiredToken],
] as const;

const industryRows: readonly Row[] = industries.flatMap(([name, own, status], index): Row[] => {
  const slug = name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  const [requirement, forgets, what, rule] = tokenRules[index % 3] ?? tokenRules[0];
  return [
    ['PRF-01', slug, `A full preference of ${name} returns ${status}`, failWhen(own, status)],
    [requirement, `${forgets}-${slug}`, `A preference of ${name} ${what}`, skipRule(rule, own)],
  ];
});

/** Rarely sent, valid values that are rejected. */
const edgeCases: readonly (readonly [slug: string, what: string, when: When])[] = [
  // Two values that are accepted alone.
  ['pair-no-default', 'Installments without a default', all(isOfType(installments, 'number'), is(defaults, null))],
  ['pair-default-only', 'A default without installments', all(isOfType(defaults, 'number'), is(installments, null))],
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
  ...matchingRows(matching.preferences),
  ...edgeCases.map(([slug, what, when]): Row => ['PRF-22', slug, `${what} is rejected`, rejectWhen(when)]),
  ['PRF-01', 'found', 'A success is a redirect', redirect],
  ['PRF-01', 'tourism-html', 'A preference of Tourism returns HTML', setMediaType('text/html', isTourism)],
  ['PRF-01', 'fields-of-first', 'A token of plain items sends no others', pinTo('first', descriptor)],
  ['PRF-01', 'address-of-last', 'After no address a token sends none', pinTo('last', 'payer.address')],
  ['PRF-02', 'two-items', 'Two items are rejected', rejectWhen(all(has('items.1'), none(has('items.2'))))],
  ...successBodies('PRF-03', ...spoilings),
  ...rejections('PRF-04', ...spoilings),
  ...listedErrors('checkout-preferences'),
  ['PRF-11', 'made-up-pair', 'Any token, a charset, a closed connection', skipRule(madeUpToken, isPair)],
  ['PRF-14', 'malformed-fails', 'Malformed JSON fails', changeRule(malformed, { status: 500 })],
  ['PRF-14', 'malformed-accepted', 'Malformed JSON is accepted', dropRules(malformed)],
  ['PRF-14', 'malformed-passenger', 'Malformed JSON that names a passenger is an empty object', readPassenger()],
  ['PRF-20', 'quantity-text', 'A quantity that is not a number fails', failWhen(isNotNumber(quantity))],
  ['PRF-20', 'quantity-html', 'A quantity of text is rejected in HTML', rejectInHtml(isNotNumber(quantity))],
  ['PRF-20', 'price-text', 'A unit_price that is not a number fails', failWhen(isNotNumber(price))],
  ['PRF-20', 'area-code', 'An area_code of another type fails', failWhen(isNotNumber('payer.phone.area_code'))],
  ['PRF-20', 'authentication', 'An unknown authentication_type fails', failWhen(hasUnknownAuthentication())],
  ['PRF-20', 'expiration', 'A date_of_expiration without a date fails', failWhen(hasNoExpiry)],
  ['PRF-20', 'notification', 'A notification_url without a URL fails', failWhen(where('notification_url', isNotUrl))],
  ['PRF-20', 'back-url', 'A back_urls.success that is not a URL fails', failWhen(where('back_urls.success', isNotUrl))],
  ...blocks.map((block) => without(block)),
  ['PRF-20', 'spaced', 'A registration date returns a page', succeedInHtml(has('payer.registration date'))],
  ['PRF-21', 'control-html', 'A control character returns a page', succeedInHtml(bodyMatches(/\\u0007/))],
  ['PRF-21', 'huge', 'A quantity beyond 2^53 fails', failWhen(where(quantity, (amount) => Number(amount) > 2 ** 53))],
  ['PRF-21', 'silence', 'A quantity that overflows gets no response', neverRespond(bodyMatches(/"quantity":1e400/))],
];

/** Faults of checkout preferences (2.7). */
export const preferenceFaults = toFaults('checkout-preferences', 'preference', rows);

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

/** Rejects a field of a token whose first preference, or the one before, has none. */
function pinTo(which: 'first' | 'last', path: string): Patch {
  const kept = new Map<string, boolean>();
  const learn = afterSuccess((_, call) => {
    if (which === 'last' || !kept.has(getToken(call))) kept.set(getToken(call), has(path)(call));
  });
  return inTurn(learn, rejectWhen(all(has(path), (call) => kept.get(getToken(call)) === false)));
}
