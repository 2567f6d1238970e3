import type { ErrorObject } from 'ajv/dist/2020.js';
import { type Endpoint, operations } from '#api/operations';
import { validate } from '#api/schema';
import { redact } from '#redaction/redact';
import { isSecretField } from '#redaction/secret-patterns';
import { getHeaderValues } from '../wire/traffic.ts';
import {
  type Check,
  everyEndpoint,
  findIf,
  type MatchedRequest,
  type Payload,
  toPlace,
  type Weight,
  withBody,
  withoutBody,
} from './check.ts';
import type { Found } from './exact-json.ts';
import { headerChecks } from './headers.ts';
import { placeholderChecks } from './placeholders.ts';
import { listFieldNames, listUnlistedFields } from './schema-fields.ts';
import { pathChecks, queryChecks } from './target.ts';
import { unlistedChecks } from './unlisted.ts';

/** Holds the body (preamble, 2). */
const bodyChecks: readonly Check<Payload>[] = [
  {
    rule: 'no-body',
    section: '4',
    weight: 'breach',
    about: 'A deletion has no body.',
    of: withoutBody,
    find: ({ body }) => findIf(body.length > 0, 'body', 'is sent to an operation that has none'),
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
    find: (request) => listUnlistedFields(request).map((place) => ({ place, text: 'is no supported parameter' })),
  },
];

/** Names keywords of violations that another rule or another violation reports. */
const reportedElsewhere = ['additionalProperties', 'if'];

/** 2.7 says of this one alone that it is a timestamp; of the others that they are a Date, which may have no time. */
const timestamp = '/date_of_expiration';

function broken({ endpoint, json: { value } }: Payload): ErrorObject[] {
  const errors = value === undefined ? [] : validate(`${endpoint}/request`, value);
  return errors.filter((error) => !reportedElsewhere.includes(error.keyword) && !isBareDate(error));
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

/** Returns true if a value may be shown. A secret may not, and neither may an object or array: cut short, it might hold half of one. */
function isShown(place: string, data: unknown): boolean {
  const name = place.slice(place.lastIndexOf('/') + 1);
  const isPlain = data === null || ['string', 'number', 'boolean'].includes(typeof data);
  return isPlain && name !== 'code' && !isSecretField(name);
}

const ports = { http: 80, https: 443 };

/** Holds the way by which a request came (preamble, 5; RFC 9110, 9112). */
const transportChecks: readonly Check[] = [
  {
    rule: 'credential-in-clear',
    section: '5',
    weight: 'breach',
    about: 'No credential travels over plain http.',
    of: everyEndpoint,
    find: (request) =>
      isInClear(request) ? credentialsIn(request).map((place) => ({ place, text: 'travels over plain http' })) : [],
  },
  {
    rule: 'plain-http',
    section: '5',
    weight: 'unlisted',
    about: 'The scheme is https.',
    of: everyEndpoint,
    find: (request) => findIf(isInClear(request) && credentialsIn(request).length === 0, 'scheme', 'is http'),
  },
  {
    rule: 'port',
    section: 'preamble',
    weight: 'breach',
    about: 'The port is the one of the scheme.',
    of: everyEndpoint,
    find: (request) => {
      const { port, scheme } = request;
      return findIf(!isByAddress(request) && port !== ports[scheme], 'port', `is not ${ports[scheme]}`, String(port));
    },
  },
  {
    rule: 'host',
    section: 'RFC 9112, 3.2',
    weight: 'breach',
    about: 'A request names its host once.',
    of: everyEndpoint,
    find: (request) => {
      const hosts = getHeaderValues(request, 'host');
      const lacks = hosts.length === 0 && request.protocol === 'HTTP/1.1';
      return [
        ...findIf(lacks, 'header Host', 'is missing'),
        ...findIf(hosts.length > 1, 'header Host', 'is sent twice'),
      ];
    },
  },
  {
    rule: 'content-encoding',
    section: 'RFC 9110, 8.4',
    weight: 'breach',
    about: 'A body is in the coding that its Content-Encoding names.',
    of: everyEndpoint,
    find: ({ codingFault }) =>
      codingFault === undefined ? [] : [{ place: 'header Content-Encoding', text: codingFault }],
  },
  {
    rule: 'content-encoding-unlisted',
    section: 'preamble',
    weight: 'unlisted',
    about: 'A body is sent in no coding.',
    of: everyEndpoint,
    find: (request) =>
      getHeaderValues(request, 'content-encoding').flatMap((value) =>
        findIf(
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

/** Returns true for the gate's own address, whose scheme and port the SDK did not choose. */
function isByAddress({ host }: MatchedRequest): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** Returns where a request carries what opens something. */
function credentialsIn(request: MatchedRequest): string[] {
  const inBody = request.endpoint === 'oauth-token' && request.body.length > 0;
  const inHeader = getHeaderValues(request, 'authorization').length > 0;
  return [...(inBody ? ['body'] : []), ...(inHeader ? ['header Authorization'] : [])];
}

/** Holds every rule for requests. */
export const checks: readonly Check[] = [
  ...transportChecks,
  ...pathChecks,
  ...queryChecks,
  ...headerChecks,
  ...bodyChecks,
  ...placeholderChecks,
  ...unlistedChecks,
];

/** Describes one thing that a check found in one request, free of secrets. */
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
export function judgeRequest(request: MatchedRequest, strict: boolean): Judged[] {
  const { endpoint } = request;
  return checks
    .filter(({ of }) => of.includes(endpoint))
    .flatMap((check) => check.find(request).map((found) => judged(check, found, endpoint, strict)));
}

/** Returns what a weight comes to. */
export function toLevel(weight: Weight, strict: boolean): Judged['level'] {
  return weight === 'breach' || (weight === 'unlisted' && strict) ? 'breach' : 'note';
}

function judged(
  { rule, section, weight }: Pick<Check, 'rule' | 'section' | 'weight'>,
  { place, text, got }: Found,
  endpoint: Endpoint,
  strict: boolean,
): Judged {
  const shown = placeShown(toPlace(place), endpoint);
  return {
    id: [endpoint, rule, shown, text].join(' · '),
    rule,
    section: section === 'fields' ? operations[endpoint].section : section,
    level: toLevel(weight, strict),
    place: shown,
    text: got === undefined ? text : `${text}; got ${redact(got).slice(0, 120)}`,
  };
}

/** Returns a place with what the SDK named itself redacted: the gate's own words and the names of the reference stay whole. */
function placeShown(place: string, endpoint: Endpoint): string {
  if (place.startsWith('query ')) return `query ${redact(place.slice('query '.length))}`;
  if (!place.startsWith('/')) return place;
  const known = listFieldNames(endpoint);
  return place
    .split('/')
    .map((name) => (known.has(name) ? name : redact(name)))
    .join('/');
}
