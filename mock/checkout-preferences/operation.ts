import { tokenChecks } from '../http/bearer.ts';
import { field, isObject, type JsonObject } from '../http/json.ts';
import { has, isTyping, type Problem } from '../http/problems.ts';
import { bodyChecks, bodyField, type Call, type Check, inOrder, type Operation, rulesThatApply } from '../operation.ts';
import type { Variation } from '../variations.ts';
import { freshDigits, freshHex } from '../world/identifiers.ts';

/** `POST /checkout/preferences` (2.7). */
export function checkoutPreferences(choices: Variation): Operation {
  const missing = { status: choices.preferenceNoToken, code: 'unauthorized' };
  const tokens = tokenChecks(missing, { ...missing, status: choices.preferenceBadToken });
  return {
    status: choices.preferenceStatus,
    checks: inOrder(choices, tokens, [...bodyChecks('invalid_json', choices), ...fieldChecks(choices)]),
    perform: createPreference,
  };
}

function fieldChecks(choices: Variation): Check[] {
  return rulesThatApply({ status: 400, code: 'invalid_preference' }, [
    [choices.preferenceRequired === 'items', 'items left out', lacksItems],
    [choices.preferenceTypes === 'checked', 'a field of the wrong type', has('preference', isTyping)],
    [choices.preferenceValues !== 'any', 'a value out of the common', isUncommon],
    [choices.preferenceFlags !== 'any', 'flags that contradict other fields', hasContradiction],
    [choices.preferenceUnknown === 'rejected', 'an unknown field', has('preference', isUnknownField)],
    [choices.preferenceDates === 'without a time', 'a Date with a time', hasDateWithTime],
    [choices.preferenceDates === 'within a year', 'a date more than a year ahead', hasFarDate],
    [choices.preferenceSpelling === 'as in the examples', 'the spelling of the tables', isSpelledAsInTables],
    [choices.preferencePlaces === 'inside', 'a field beside the object that it belongs in', isBeside],
    [choices.preferenceSpelling === 'as in the tables', 'the spelling of the examples', has('preference', isSpelling)],
  ]);
}

function lacksItems(call: Call): boolean {
  const items = bodyField(call, 'items');
  return !Array.isArray(items) || items.length === 0;
}

const uncommon = /"quantity":(?:\d{3,}|0)|"unit_price":(?:0|\d+\.\d{3})|[\u{10000}-\u{10ffff}]/u;

const isUncommon = ({ body }: Call): boolean => uncommon.test(body.text);

/** Returns true if an order that never expires has an expiration, a first purchase a last one, or a pickup is express. */
function hasContradiction(call: Call): boolean {
  const [payer, shipments] = ['payer', 'shipments'].map((name) => bodyField(call, name));
  const isDated = bodyField(call, 'expires') === false && bodyField(call, 'date_of_expiration') !== undefined;
  const isFirst = field(payer, 'is_first_purchase_online') === true && field(payer, 'last_purchase') !== undefined;
  const isExpressPickup = ['local_pickup', 'express_shipment'].every((name) => field(shipments, name) === true);
  return isDated || isFirst || isExpressPickup;
}

/** Matches a date field that has the type Date in the tables. */
const dateField = /"(?:registration[_ ]date|last_purchase|event_date|\w+_date_time)":"[^"]{11}/;

const hasDateWithTime = ({ body }: Call): boolean => dateField.test(body.text);

function hasFarDate({ body }: Call): boolean {
  const dates = body.text.match(/(?<=")\d{4}-\d\d-\d\d(?=T)/g) ?? [];
  return dates.some((date) => Date.parse(date) - Date.now() > 366 * 24 * 60 * 60 * 1000);
}

function isSpelledAsInTables({ body }: Call): boolean {
  return /"(?:registration_date|first_name)":/.test(body.text.replace(/"passenger":\{[^}]*\}/g, ''));
}

/** Returns true if `floor` or `event_date` is directly in shipments or an item: 2.7 can be read that way. */
function isBeside(call: Call): boolean {
  const [items, shipments] = ['items', 'shipments'].map((name) => bodyField(call, name));
  const holders = [shipments, ...(Array.isArray(items) ? items : [])];
  return holders.some((holder) => isObject(holder) && (holder.floor ?? holder.event_date) !== undefined);
}

const isSpelling = ({ pointer }: Problem): boolean => otherSpellings.includes(pointer);
const isUnknownField = (problem: Problem): boolean => problem.isUnknown && !isSpelling(problem);

function createPreference({ choices, world }: Call): JsonObject | undefined {
  return responses[choices.preferenceAnswer](`${freshDigits(world)}-${freshHex()}`);
}

const responses = {
  links: (id: string) => ({ id, init_point: `https://pay.example/checkout?pref_id=${id}` }),
  id: (id: string) => ({ id }),
  'other members': (id: string) => ({ preference: { reference: id }, created: true }),
  nothing: () => undefined,
};

/** The fields that the examples of 2.7 spell differently from its tables. */
const otherSpellings: readonly string[] = [
  '/payer/registration date',
  '/payer/name',
  '/payer/surname',
  '/payer/identification/type',
  '/payer/identification/number',
  '/items/*/category_descriptor/passenger/type',
  '/items/*/category_descriptor/passenger/number',
];
