import type { ErrorObject } from 'ajv/dist/2020.js';
import { validate } from '#api/schema';
import { isSecretField } from '#redaction/names';
import { type Check, type Payload, where, withBody, withoutBody } from './check.ts';
import type { Found } from './exact-json.ts';
import { strangersOf } from './strangers.ts';

/** The body (preamble, 2). */
export const bodyChecks: readonly Check<Payload>[] = [
  {
    rule: 'no-body',
    section: '4',
    weight: 'breach',
    about: 'A deletion has no body.',
    of: withoutBody,
    find: ({ body }) => where(body.length > 0, 'body', 'is sent to an operation that has none'),
  },
  {
    rule: 'exact-json',
    section: 'preamble',
    weight: 'breach',
    about: 'The body is exact JSON: UTF-8, no member twice, no NaN.',
    of: withBody,
    find: ({ json }) => json.faults,
  },
  {
    rule: 'number-as-text',
    section: 'fields',
    weight: 'breach',
    about: 'A number is sent as a number, not as text.',
    of: withBody,
    find: (request) => broken(request).filter(isQuotedNumber).map(foundIn),
  },
  {
    rule: 'schema',
    section: 'fields',
    weight: 'breach',
    about: 'The body conforms to the schema of the operation.',
    of: withBody,
    find: (request) =>
      broken(request)
        .filter((error) => !isQuotedNumber(error))
        .map(foundIn),
  },
  {
    rule: 'unsupported-parameter',
    section: '7',
    weight: 'breach',
    about: 'A token request has only the parameters that are supported.',
    of: ['oauth-token'],
    find: (request) => strangersOf(request).map((place) => ({ place, text: 'is no supported parameter' })),
  },
];

/** Holds what another rule tells better, and what ajv adds to a violation that it has told. */
const toldElsewhere = ['additionalProperties', 'if'];

/** 2.7 says of this one alone that it is a timestamp; of the others that they are a Date, which may have no time. */
const timestamp = '/date_of_expiration';

function broken({ endpoint, json: { value } }: Payload): ErrorObject[] {
  const errors = value === undefined ? [] : validate(`${endpoint}/request`, value);
  return errors.filter((error) => !toldElsewhere.includes(error.keyword) && !isBareDate(error));
}

function isBareDate({ params, instancePath, data }: ErrorObject): boolean {
  return params.format === 'date-time' && instancePath !== timestamp && isDate(data);
}

function isDate(data: unknown): boolean {
  if (typeof data !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(data)) return false;
  const date = new Date(data);
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(data);
}

function isQuotedNumber({ keyword, params, data }: ErrorObject): boolean {
  const wanted = keyword === 'type' && /integer|number/.test(String(params.type));
  return wanted && typeof data === 'string' && /^-?\d+(?:\.\d+)?$/.test(data);
}

function foundIn(error: ErrorObject): Found {
  const { instancePath, message = 'breaks the schema', data } = error;
  const place = instancePath || '/';
  return isShown(place, data) ? { place, text: message, got: JSON.stringify(data) } : { place, text: message };
}

/** A secret is not shown, and neither is an object or array: cut short, it might hold half of one. */
function isShown(place: string, data: unknown): boolean {
  const name = place.slice(place.lastIndexOf('/') + 1);
  const isPlain = data === null || ['string', 'number', 'boolean'].includes(typeof data);
  return isPlain && name !== 'code' && !isSecretField(name);
}
