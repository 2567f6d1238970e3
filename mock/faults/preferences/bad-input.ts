import { accepting, type Fault, hanging, refusing, type When } from '../../fault.ts';
import { isObject, type Json } from '../../http/json.ts';
import { inHtml, redirecting, refusalBodyFaults, successBodyFaults } from '../bodies.ts';
import { holds, is, isNo, says } from '../found.ts';
import { protectionFaults } from '../listed-errors.ts';
import { rowsOf } from '../row.ts';

const operation = 'checkout-preferences';
const prefix = 'preference';
const { row, fails } = rowsOf(operation, prefix);
const ways = ['html', 'html-called-json', 'text-plain', 'untyped', 'truncated'] as const;
const malformed = 'a body that is no JSON text';

/** Who is let in, what is read, and how it is answered. */
export const preferenceAnswerFaults: readonly Fault[] = [
  row('PRF-01', 'found', 'A success is a redirection.', redirecting),
  ...successBodyFaults({ operation, prefix, breaks: 'PRF-03' }, ways),
  ...refusalBodyFaults({ operation, prefix, breaks: 'PRF-04' }, ways),
  ...protectionFaults(operation, prefix, [
    { guard: 'noToken', breaks: 'PRF-10', status: 500 },
    { guard: 'madeUp', breaks: 'PRF-11', status: 500 },
    { guard: 'expired', breaks: 'PRF-12', status: 500 },
    { guard: 'otherScheme', breaks: 'PRF-13', status: 500 },
  ]),
  row('PRF-14', 'malformed-fails', 'Malformed JSON fails.', refusing(malformed, { status: 500 })),
  row('PRF-14', 'malformed-accepted', 'Malformed JSON is accepted.', accepting(malformed)),
];

const quantity = 'items.0.quantity';
const passenger = 'items.0.category_descriptor.passenger';
const receiver = 'shipments.receiver_address';
const authentication = 'payer.authentication_type';

const blocks = [
  'items',
  'payer',
  'payment_methods',
  'shipments',
  'back_urls',
  'notification_url',
  'auto_return',
  'expires',
  'date_of_expiration',
  'external_reference',
] as const;

/** Bad values that make the service fail, stay without an answer, or are refused in HTML. */
export const preferenceBreakFaults: readonly Fault[] = [
  fails('PRF-20', 'quantity-text', 'A quantity that is no number fails.', isNo(quantity, 'number')),
  row(
    'PRF-20',
    'quantity-html',
    'A quantity that is text is refused in HTML.',
    inHtml(isNo(quantity, 'number')),
  ),
  fails(
    'PRF-20',
    'price-text',
    'A unit_price that is no number fails.',
    isNo('items.0.unit_price', 'number'),
  ),
  fails('PRF-20', 'title-null', 'A title that is null fails.', is('items.0.title', null)),
  fails('PRF-20', 'items-object', 'Items that are no list fail.', holds('items', isNoList)),
  fails('PRF-20', 'payer-list', 'A payer that is a list fails.', holds('payer', isList)),
  fails(
    'PRF-20',
    'area-code',
    'An area_code that is no number fails.',
    isNo('payer.phone.area_code', 'number'),
  ),
  fails('PRF-20', 'expires', 'An expires that is no boolean fails.', isNo('expires', 'boolean')),
  fails('PRF-20', 'passenger-list', 'A passenger that is a list fails.', holds(passenger, isList)),
  fails(
    'PRF-20',
    'authentication',
    'An unknown authentication_type fails.',
    holds(authentication, isUnknown),
  ),
  fails(
    'PRF-20',
    'expiration',
    'A date_of_expiration that is no date fails.',
    holds('date_of_expiration', isNoDate),
  ),
  fails(
    'PRF-20',
    'notification',
    'A notification_url that is no URL fails.',
    holds('notification_url', isNoUrl),
  ),
  fails(
    'PRF-20',
    'installments-text',
    'A number of installments that is text fails.',
    holds('payment_methods.installments', isText),
  ),
  fails('PRF-20', 'receiver-list', 'A receiver_address that is a list fails.', holds(receiver, isList)),
  fails(
    'PRF-20',
    'back-url',
    'A back_urls.success that is no URL fails.',
    holds('back_urls.success', isNoUrl),
  ),
  ...blocks.map((block) =>
    fails('PRF-20', `without-${block}`, `A preference that lacks ${block} alone fails.`, lacksAlone(block)),
  ),
  fails('PRF-20', 'body-list', 'A body that is a list fails.', ({ body }) => Array.isArray(body.value)),
  fails(
    'PRF-21',
    'installments',
    'A negative number of installments fails.',
    holds('payment_methods.installments', isNegative),
  ),
  fails(
    'PRF-21',
    'receiver-number',
    'A negative street_number fails.',
    holds(`${receiver}.street_number`, isNegative),
  ),
  fails('PRF-21', 'phone-number', 'A negative phone number fails.', holds('payer.phone.number', isNegative)),
  fails('PRF-21', 'surrogate', 'A lone surrogate fails.', says(/\\ud83d(?!\\u)/i)),
  fails('PRF-21', 'control', 'A control character fails.', says(/\\u0000/)),
  fails('PRF-21', 'long', 'A text of 20,000 characters fails.', says(/x{20000}/)),
  fails('PRF-21', 'negative', 'A negative quantity fails.', holds(quantity, isNegative)),
  fails('PRF-21', 'zero', 'A quantity of zero fails.', is(quantity, 0)),
  fails('PRF-21', 'huge', 'A quantity beyond 2^53 fails.', holds(quantity, isHuge)),
  fails('PRF-21', 'overflow', 'A number that overflows fails.', says(/1e400/)),
  fails('PRF-21', 'proto', 'A __proto__ key fails.', says(/"__proto__"/)),
  fails('PRF-21', 'nested', 'Deeply nested junk fails.', says(/\[{100}/)),
  fails('PRF-21', 'no-items', 'An empty list of items fails.', holds('items', isEmpty)),
  row('PRF-21', 'silence', 'A quantity that overflows is never answered.', hanging(says(/"quantity":1e400/))),
];

/** Which fields are required is not shown (4); whoever lacks one may be refused, by a 4xx. */
function lacksAlone(block: string): When {
  return ({ body: { value } }) =>
    isObject(value) &&
    blocks.every((one) => Object.hasOwn(value, one) !== (one === block) || hasNone(one, block));
}

/** Some industries have no shipments at all (2.7). */
function hasNone(one: string, block: string): boolean {
  return one === 'shipments' && block !== one;
}

function isText(value: Json): boolean {
  return typeof value === 'string';
}

function isList(value: Json): boolean {
  return Array.isArray(value);
}

function isNoList(value: Json): boolean {
  return !Array.isArray(value);
}

function isEmpty(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isUnknown(value: Json): boolean {
  return typeof value === 'string' && !['Gmail', 'Facebook', 'Native web', 'Other'].includes(value);
}

function isNoDate(value: Json): boolean {
  return Number.isNaN(Date.parse(String(value)));
}

function isNoUrl(value: Json): boolean {
  return !URL.canParse(String(value));
}

function isNegative(value: Json): boolean {
  return typeof value === 'number' && value < 0;
}

function isHuge(value: Json): boolean {
  return typeof value === 'number' && value > 2 ** 53;
}
