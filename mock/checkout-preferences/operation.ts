import { tokenChecks } from '../http/bearer.ts';
import { isObject, type JsonObject } from '../http/json.ts';
import { type Members, type Problem, problems, type Shape } from '../http/shape.ts';
import { bodyChecks, bodyMember, type Call, type Check, inOrder, type Operation, unchanged } from '../operation.ts';
import type { Variation } from '../variations.ts';
import { freshDigits, freshHex } from '../world/identifiers.ts';

const invalid = { status: 400, code: 'invalid_preference' };

/** `POST /checkout/preferences` (2.7). */
export function checkoutPreferences(choices: Variation): Operation {
  const missing = { status: choices.preferenceNoToken, code: 'unauthorized' };
  const tokens = tokenChecks(missing, { ...missing, status: choices.preferenceBadToken });
  return {
    status: choices.preferenceStatus,
    checks: inOrder(choices, tokens, [...bodyChecks('invalid_json', { choices }), ...fieldChecks(choices)]),
    perform: created,
    wire: unchanged,
  };
}

function fieldChecks(choices: Variation): Check[] {
  const rules = [
    { name: 'items left out', fails: lacksItems, applies: choices.preferenceRequired === 'items' },
    { name: 'a field of the wrong type', fails: has(isTyping), applies: choices.preferenceTypes === 'checked' },
    { name: 'a value out of the common', fails: isUncommon, applies: choices.preferenceValues !== 'any' },
    { name: 'an unknown field', fails: has(isUnknownField), applies: choices.preferenceUnknown === 'rejected' },
    { name: 'a Date with a time', fails: dateWithTime, applies: choices.preferenceDates === 'without a time' },
    {
      name: 'the spelling of the tables',
      fails: spelledAsInTables,
      applies: choices.preferenceSpelling === 'as in the examples',
    },
    {
      name: 'a field beside the object that it belongs in',
      fails: isBeside,
      applies: choices.preferencePlaces === 'inside',
    },
    {
      name: 'the spelling of the examples',
      fails: has(isSpelling),
      applies: choices.preferenceSpelling === 'as in the tables',
    },
  ];
  return rules.filter(({ applies }) => applies).map(({ name, fails }) => ({ ...invalid, name, fails }));
}

function lacksItems(call: Call): boolean {
  const items = bodyMember(call, 'items');
  return !Array.isArray(items) || items.length === 0;
}

const uncommon = /"quantity":(?:\d{3,}|0)|"unit_price":(?:0|\d+\.\d{3})|𠮷/u;

const isUncommon = ({ body }: Call): boolean => uncommon.test(body.text);

function has(matters: (problem: Problem) => boolean): Check['fails'] {
  return ({ body }) => body.value !== undefined && problems(body.value, preferenceShape).some(matters);
}

/** The fields whose type in the tables is Date alone. */
const dateField = /"(?:registration[_ ]date|last_purchase|event_date|\w+_date_time)":"[^"]{11}/;

const dateWithTime = ({ body }: Call): boolean => dateField.test(body.text);

function spelledAsInTables({ body }: Call): boolean {
  return /"(?:registration_date|first_name)":/.test(body.text.replace(/"passenger":\{[^}]*\}/g, ''));
}

/** Returns where a field stands beside the object in which 2.7 lets it be read to belong. */
function isBeside(call: Call): boolean {
  const [items, shipments] = ['items', 'shipments'].map((name) => bodyMember(call, name));
  const holders = [shipments, ...(Array.isArray(items) ? items : [])];
  return holders.some((holder) => isObject(holder) && (holder.floor ?? holder.event_date) !== undefined);
}

const isTyping = ({ problem }: Problem): boolean => problem === 'a wrong type';
const isSpelling = ({ pointer }: Problem): boolean => otherSpellings.includes(pointer);
const isUnknownField = (problem: Problem): boolean => problem.problem === 'an unknown member' && !isSpelling(problem);

function created({ choices }: Call): JsonObject | undefined {
  return answers[choices.preferenceAnswer](`${freshDigits()}-${freshHex()}`);
}

const answers = {
  links: (id: string) => ({ id, init_point: `https://pay.example/checkout?pref_id=${id}` }),
  id: (id: string) => ({ id }),
  'other members': (id: string) => ({ preference: { reference: id }, created: true }),
  nothing: () => undefined,
};

// The fields of 2.7, all industries together: a request does not say which industry it is of.

const person: Members = {
  first_name: 'text',
  last_name: 'text',
  identification_type: 'text',
  identification_number: 'text',
};

const route: Members = {
  departure: 'text',
  destination: 'text',
  departure_date_time: 'date',
  arrival_date_time: 'date',
  company: 'text',
};

const descriptor: Members = { event_date: 'date', passenger: { members: person }, route: { members: route } };

const item: Members = {
  id: 'text',
  title: 'text',
  category_id: 'text',
  quantity: 'quantity',
  unit_price: 'number',
  currency_id: 'text',
  type: 'text',
  description: 'text',
  picture_url: 'url',
  warranty: 'flag',
  event_date: 'date',
  category_descriptor: { members: descriptor },
};

const payer: Members = {
  email: 'email',
  date_created: 'date or empty',
  first_name: 'text',
  last_name: 'text',
  identification: { members: { identification_type: 'text', identification_number: 'text' } },
  phone: { members: { area_code: 'integer', number: 'integer' } },
  address: { members: { zip_code: 'text', street_name: 'text', street_number: 'integer' } },
  authentication_type: 'authentication',
  registration_date: 'date',
  is_prime_user: 'flag',
  is_first_purchase_online: 'flag',
  last_purchase: 'date',
};

const receiver: Members = {
  zip_code: 'text',
  state_name: 'text',
  city_name: 'text',
  street_name: 'text',
  street_number: 'integer',
  floor: 'text',
  apartment: 'text',
};

const shipments: Members = {
  mode: 'text',
  receiver_address: { members: receiver },
  express_shipment: 'flag',
  local_pickup: 'flag',
  floor: 'text',
  apartment: 'text',
};

const method: Shape = { each: { members: { id: 'text' } } };

const paymentMethods: Members = {
  excluded_payment_methods: method,
  excluded_payment_types: method,
  default_payment_method_id: 'text or null',
  default_installments: 'integer or null',
  installments: 'integer or null',
};

/** The body of 2.7. */
const preferenceShape: Shape = {
  members: {
    auto_return: 'text',
    back_urls: { members: { failure: 'url', pending: 'url', success: 'url' } },
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

/** Lists the fields that the examples of 2.7 spell otherwise than its tables. */
const otherSpellings: readonly string[] = [
  '/payer/registration date',
  '/payer/name',
  '/payer/surname',
  '/payer/identification/type',
  '/payer/identification/number',
  '/items/*/category_descriptor/passenger/type',
  '/items/*/category_descriptor/passenger/number',
];
