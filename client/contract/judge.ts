import type { ErrorObject } from 'ajv/dist/2020.js';
import { type Endpoint, operations } from '#api/operations';
import { validate } from '#api/schema';
import { isSecretField } from '#redaction/names';
import { redact } from '#redaction/redact';
import { headerValues } from '../wire/traffic.ts';
import {
  all,
  type Check,
  type MatchedRequest,
  type Payload,
  placeOf,
  type Weight,
  where,
  withBody,
  withoutBody,
} from './check.ts';
import type { Found } from './exact-json.ts';
import { headerChecks } from './headers.ts';
import { placeholderChecks } from './placeholders.ts';
import { fieldNames, strangersOf } from './strangers.ts';
import { pathChecks, queryChecks } from './target.ts';
import { unlistedChecks } from './unlisted.ts';

/** The body (preamble, 2). */
const bodyChecks: readonly Check<Payload>[] = [
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
  const { instancePath, keyword, params, message = 'violates the schema', data } = error;
  if (keyword === 'required') return { place: `${instancePath}/${params.missingProperty}`, text: 'is missing' };
  const place = instancePath || '/';
  const text = describe[keyword]?.(params) ?? message;
  return isShown(place, data) ? { place, text, got: JSON.stringify(data) } : { place, text };
}

/** Says what a violation of a keyword of JSON Schema is; of any other keyword ajv does. */
const describe: Readonly<Record<string, (params: ErrorObject['params']) => string>> = {
  type: ({ type }) => `is not ${[type].flat().map(withArticle).join(' or ')}`,
  enum: ({ allowedValues }) => `is not one of ${[allowedValues].flat().join(', ')}`,
  format: ({ format }) => `is not a valid ${format}`,
};

function withArticle(type: unknown): string {
  return type === 'null' ? 'null' : `${/^[aeio]/.test(String(type)) ? 'an' : 'a'} ${type}`;
}

/** A secret is not shown, and neither is an object or array: cut short, it might hold half of one. */
function isShown(place: string, data: unknown): boolean {
  const name = place.slice(place.lastIndexOf('/') + 1);
  const isPlain = data === null || ['string', 'number', 'boolean'].includes(typeof data);
  return isPlain && name !== 'code' && !isSecretField(name);
}

const ports = { http: 80, https: 443 };

/** The way by which a request came (preamble, 5; RFC 9110, 9112). */
const transportChecks: readonly Check[] = [
  {
    rule: 'credential-in-clear',
    section: '5',
    weight: 'breach',
    about: 'No credential travels over plain http.',
    of: all,
    find: (request) =>
      isInClear(request) ? credentialsIn(request).map((place) => ({ place, text: 'travels over plain http' })) : [],
  },
  {
    rule: 'plain-http',
    section: '5',
    weight: 'stranger',
    about: 'The scheme is https.',
    of: all,
    find: (request) => where(isInClear(request) && credentialsIn(request).length === 0, 'scheme', 'is http'),
  },
  {
    rule: 'port',
    section: 'preamble',
    weight: 'breach',
    about: 'The port is the one of the scheme.',
    of: all,
    find: (request) => {
      const { port, scheme } = request;
      return where(!isByAddress(request) && port !== ports[scheme], 'port', `is not ${ports[scheme]}`, String(port));
    },
  },
  {
    rule: 'host',
    section: 'RFC 9112, 3.2',
    weight: 'breach',
    about: 'A request names its host once.',
    of: all,
    find: (request) => {
      const hosts = headerValues(request, 'host');
      const lacks = hosts.length === 0 && request.protocol === 'HTTP/1.1';
      return [...where(lacks, 'header Host', 'is missing'), ...where(hosts.length > 1, 'header Host', 'is sent twice')];
    },
  },
  {
    rule: 'content-encoding',
    section: 'RFC 9110, 8.4',
    weight: 'breach',
    about: 'A body is in the coding that its Content-Encoding names.',
    of: all,
    find: ({ codingFault }) =>
      codingFault === undefined ? [] : [{ place: 'header Content-Encoding', text: codingFault }],
  },
  {
    rule: 'content-encoding-unlisted',
    section: 'preamble',
    weight: 'stranger',
    about: 'A body is sent in no coding.',
    of: all,
    find: (request) =>
      headerValues(request, 'content-encoding').flatMap((value) =>
        where(
          request.codingFault === undefined && !/^\s*(?:identity)?\s*$/i.test(value),
          'header Content-Encoding',
          'is listed nowhere',
          value,
        ),
      ),
  },
];

function isInClear(request: MatchedRequest): boolean {
  return request.scheme === 'http' && !isByAddress(request);
}

/** The gate's own address: a base URL, whose scheme and port are the gate's and not the SDK's. */
function isByAddress({ host }: MatchedRequest): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** Returns where a request carries what opens something. */
function credentialsIn(request: MatchedRequest): string[] {
  const inBody = request.endpoint === 'oauth-token' && request.body.length > 0;
  const inHeader = headerValues(request, 'authorization').length > 0;
  return [...(inBody ? ['body'] : []), ...(inHeader ? ['header Authorization'] : [])];
}

/** Every rule that a request is held against. */
export const checks: readonly Check[] = [
  ...transportChecks,
  ...pathChecks,
  ...queryChecks,
  ...headerChecks,
  ...bodyChecks,
  ...placeholderChecks,
  ...unlistedChecks,
];

/** One thing that a check found in one request, free of secrets. */
export interface Judged {
  /** The same for the same finding in another request or another run. */
  readonly id: string;
  readonly rule: string;
  readonly section: string;
  readonly level: 'breach' | 'note';
  readonly place: string;
  readonly text: string;
}

/** Judges a request by every rule of its operation; `strict` makes a breach of what is merely unlisted. */
export function judge(request: MatchedRequest, strict: boolean): Judged[] {
  const { endpoint } = request;
  return checks
    .filter(({ of }) => of.includes(endpoint))
    .flatMap((check) => check.find(request).map((found) => judged(check, found, endpoint, strict)));
}

/** Returns what a weight comes to. */
export function levelOf(weight: Weight, strict: boolean): Judged['level'] {
  return weight === 'breach' || (weight === 'stranger' && strict) ? 'breach' : 'note';
}

function judged(
  { rule, section, weight }: Pick<Check, 'rule' | 'section' | 'weight'>,
  { place, text, got }: Found,
  endpoint: Endpoint,
  strict: boolean,
): Judged {
  const shown = placeShown(placeOf(place), endpoint);
  return {
    id: [endpoint, rule, shown, text].join(' · '),
    rule,
    section: section === 'fields' ? operations[endpoint].section : section,
    level: levelOf(weight, strict),
    place: shown,
    text: got === undefined ? text : `${text}; got ${redact(got).slice(0, 120)}`,
  };
}

/** A place with what the SDK named itself redacted: the gate's own words and the names of the reference stay whole. */
function placeShown(place: string, endpoint: Endpoint): string {
  if (place.startsWith('query ')) return `query ${redact(place.slice('query '.length))}`;
  if (!place.startsWith('/')) return place;
  const known = fieldNames(endpoint);
  return place
    .split('/')
    .map((name) => (known.has(name) ? name : redact(name)))
    .join('/');
}
