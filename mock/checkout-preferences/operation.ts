import { tokenChecks } from '../http/bearer.ts';
import { isObject, type JsonObject, member } from '../http/json.ts';
import { type Members, type Problem, problems, type Shape } from '../http/shape.ts';
import {
  bodyChecks,
  bodyMember,
  type Call,
  type Check,
  inOrder,
  type Operation,
  rulesThatApply,
} from '../operation.ts';
import type { Variation } from '../variations.ts';
import { freshDigits, freshHex } from '../world/identifiers.ts';

/** `POST /checkout/preferences` (2.7). */
export function checkoutPreferences(choices: Variation): Operation {
  const missing = { status: choices.preferenceNoToken, code: 'unauthorized' };
  const tokens = tokenChecks(missing, { ...missing, status: choices.preferenceBadToken });
  return {
    status: choices.preferenceStatus,
    checks: inOrder(choices, tokens, [...bodyChecks('invalid_json', choices), ...fieldChecks(choices)]),
    perform: created,
  };
}

function fieldChecks(choices: Variation): Check[] {
  return rulesThatApply({ status: 400, code: 'invalid_preference' }, [
    [choices.preferenceRequired === 'items', 'items left out', lacksItems],
    [choices.preferenceTypes === 'checked', 'a field of the wrong type', has(isTyping)],
    [choices.preferenceValues !== 'any', 'a value out of the common', isUncommon],
    [choices.preferenceFlags !== 'any', 'flags that contradict other fields', hasContradiction],
    [choices.preferenceUnknown === 'rejected', 'an unknown field', has(isUnknownField)],
    [choices.preferenceDates === 'without a time', 'a Date with a time', dateWithTime],
    [choices.preferenceSpelling === 'as in the examples', 'the spelling of the tables', spelledAsInTables],
    [choices.preferencePlaces === 'inside', 'a field beside the object that it belongs in', isBeside],
    [choices.preferenceSpelling === 'as in the tables', 'the spelling of the examples', has(isSpelling)],
  ]);
}

function lacksItems(call: Call): boolean {
  const items = bodyMember(call, 'items');
  return !Array.isArray(items) || items.length === 0;
}

const uncommon = /"quantity":(?:\d{3,}|0)|"unit_price":(?:0|\d+\.\d{3})|[\u{10000}-\u{10ffff}]/u;

const isUncommon = ({ body }: Call): boolean => uncommon.test(body.text);

/** Returns true if an order that never expires has an expiration, a first purchase a last one, or a pickup is express. */
function hasContradiction(call: Call): boolean {
  const [payer, shipments] = ['payer', 'shipments'].map((name) => bodyMember(call, name));
  const isDated = bodyMember(call, 'expires') === false && bodyMember(call, 'date_of_expiration') !== undefined;
  const isFirst = member(payer, 'is_first_purchase_online') === true && member(payer, 'last_purchase') !== undefined;
  return (
    isDated || isFirst || (member(shipments, 'local_pickup') === true && member(shipments, 'express_shipment') === true)
  );
}

function has(matters: (problem: Problem) => boolean): Check['fails'] {
  return ({ body }) => body.value !== undefined && problems(body.value, preferenceShape).some(matters);
}

/** Matches a date field that has the type Date in the tables. */
const dateField = /"(?:registration[_ ]date|last_purchase|event_date|\w+_date_time)":"[^"]{11}/;

const dateWithTime = ({ body }: Call): boolean => dateField.test(body.text);

function spelledAsInTables({ body }: Call): boolean {
  return /"(?:registration_date|first_name)":/.test(body.text.replace(/"passenger":\{[^}]*\}/g, ''));
}

/** Returns true if `floor` or `event_date` is directly in shipments or an item: 2.7 can be read that way. */
function isBeside(call: Call): boolean {
  const [items, shipments] = ['items', 'shipments'].map((name) => bodyMember(call, name));
  const holders = [shipments, ...(Array.isArray(items) ? items : [])];
  return holders.some((holder) => isObject(holder) && (holder.floor ?? holder.event_date) !== undefined);
}

const isTyping = ({ problem }: Problem): boolean => problem === 'a wrong type';
const isSpelling = ({ pointer }: Problem): boolean => otherSpellings.includes(pointer);
const isUnknownField = (problem: Problem): boolean => problem.problem === 'an unknown member' && !isSpelling(problem);

function created({ choices, world }: Call): JsonObject | undefined {
  return answers[choices.preferenceAnswer](`${freshDigits(world)}-${freshHex()}`);
}

const answers = {
  links: (id: string) => ({ id, init_point: `https://pay.example/checkout?pref_id=${id}` }),
  id: (id: string) => ({ id }),
  'other members': (id: string) => ({ preference: { reference: id }, created: true }),
  nothing: () => undefined,
};

// The fields of 2.7 for all industries: a request does not name its industry.

const each = (kind: Shape, names: string): Members => Object.fromEntries(names.split(' ').map((name) => [name, kind]));

const person = each('text', 'first_name last_name identification_type identification_number');
const route = {
  ...each('text', 'departure destination company'),
  ...each('date', 'departure_date_time arrival_date_time'),
};
const descriptor: Members = { event_date: 'date', passenger: { members: person }, route: { members: route } };
const item: Members = {
  ...each('text', 'id title category_id currency_id type description'),
  quantity: 'quantity',
  unit_price: 'number',
  picture_url: 'url',
  warranty: 'flag',
  event_date: 'date',
  category_descriptor: { members: descriptor },
};
const payer: Members = {
  ...each('text', 'first_name last_name'),
  ...each('date', 'registration_date last_purchase'),
  ...each('flag', 'is_prime_user is_first_purchase_online'),
  email: 'email',
  date_created: 'date or empty',
  identification: { members: each('text', 'identification_type identification_number') },
  phone: { members: each('integer', 'area_code number') },
  address: { members: { ...each('text', 'zip_code street_name'), street_number: 'integer' } },
  authentication_type: 'authentication',
};
const floor = each('text', 'floor apartment');
const receiver: Members = {
  ...each('text', 'zip_code state_name city_name street_name'),
  ...floor,
  street_number: 'integer',
};
const shipments: Members = {
  mode: 'text',
  receiver_address: { members: receiver },
  ...each('flag', 'express_shipment local_pickup'),
  ...floor,
};
const paymentMethods: Members = {
  ...each({ each: { members: { id: 'text' } } }, 'excluded_payment_methods excluded_payment_types'),
  ...each('integer or null', 'default_installments installments'),
  default_payment_method_id: 'text or null',
};

/** The body of 2.7. */
const preferenceShape: Shape = {
  members: {
    auto_return: 'text',
    back_urls: { members: each('url', 'failure pending success') },
    notification_url: 'url',
    expires: 'flag',
    external_reference: 'text',
    date_of_expiration: 'date',
    items: { each: { members: item } },
    payer: { members: payer },
    payment_methods: { members: paymentMethods },
    shipments: { members: shipments },
  },
};

/** The fields that the examples of 2.7 spell differently from its tables. */
const otherSpellings: readonly string[] = [
  ...['/payer/registration date', '/payer/name', '/payer/surname', '/payer/identification/type'],
  ...['/payer/identification/number', '/items/*/category_descriptor/passenger/type'],
  '/items/*/category_descriptor/passenger/number',
];
