import { operations } from '#api/operations';
import { type Check, everyEndpoint, everyEndpointBut, findIf, withParameters } from './check.ts';
import type { Found } from './exact-json.ts';
import { findMissing } from './placeholders.ts';

/** Holds letters, digits and `-._~`, percent-encoded without need (RFC 3986, 2.3). */
const needless = /%(?:4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE]|2[DE]|3[0-9])/i;

/** Holds what may stand neither in a path nor in a query as it is (RFC 3986, 3.3 and 3.4). */
const forbidden = /[^\w\-.~:/?@!$&'()*+,;=%[\]]/;

/** Holds the method and the path (4). */
export const pathChecks: readonly Check[] = [
  {
    rule: 'method',
    section: '4',
    weight: 'breach',
    about: 'The method is the one of the operation.',
    of: everyEndpoint,
    find: ({ endpoint, method }) => {
      const wanted = operations[endpoint].method;
      return findIf(method !== wanted, 'method', `is not ${wanted}`, method);
    },
  },
  {
    rule: 'path-parameter',
    section: '4',
    weight: 'breach',
    about: 'Every path parameter has a value, and none is a step of the path.',
    of: withParameters,
    find: (request) =>
      Object.entries(request.parameters).flatMap(([name, value]) => findMissing(`path ${name}`, value)),
  },
  {
    rule: 'collector-number',
    section: '4',
    weight: 'breach',
    about: 'The user_id of an in-store order is numeric.',
    of: ['instore-orders'],
    find: ({ parameters: { user_id = '' } }) =>
      findIf(user_id !== '' && !/^\d+$/.test(user_id), 'path user_id', 'is not numeric', user_id),
  },
  {
    rule: 'path-encoding',
    section: '4',
    weight: 'breach',
    about: 'The percent-encoding of the path can be decoded.',
    of: everyEndpoint,
    find: ({ path }) => findIf(/%(?![0-9A-F]{2})/i.test(path), 'path', 'has a % that encodes nothing'),
  },
  {
    rule: 'path-characters',
    section: 'RFC 3986, 3.3',
    weight: 'breach',
    about: 'The path and the query have only characters that may stand there.',
    of: everyEndpoint,
    find: ({ target }) => {
      const [character] = forbidden.exec(target) ?? [];
      return findIf(character !== undefined, 'path', 'has a character that has to be percent-encoded', character);
    },
  },
  {
    rule: 'trailing-slash',
    section: '4',
    weight: 'note',
    about: 'The path ends as the reference writes it.',
    of: everyEndpoint,
    find: ({ trailingSlash }) => findIf(trailingSlash, 'path', 'ends with a slash that the reference does not show'),
  },
  {
    rule: 'needless-encoding',
    section: '4',
    weight: 'note',
    about: 'The path encodes only what has to be.',
    of: everyEndpoint,
    find: ({ path }) => findIf(needless.test(path), 'path', 'encodes letters, digits or -._~ without need'),
  },
];

const credentials = ['access_token', 'client_secret', 'refresh_token', 'code', 'code_verifier'];

/** Holds the query (4, 5). */
export const queryChecks: readonly Check[] = [
  {
    rule: 'client-number',
    section: '4',
    weight: 'breach',
    about: 'The client.id of an agreement is one number.',
    of: ['wallet-agreements'],
    find: ({ query }) => {
      const [value, ...more] = query.getAll('client.id');
      if (value === undefined) return [];
      return [
        ...findIf(!isNumber(value), 'query client.id', 'is no number', value),
        ...findIf(more.length > 0, 'query client.id', 'stands twice'),
      ];
    },
  },
  {
    rule: 'credential-in-query',
    section: '5',
    weight: 'breach',
    about: 'No credential travels in the query.',
    of: everyEndpoint,
    find: ({ query }) => named(query, (name) => credentials.includes(name), 'is a credential'),
  },
  {
    rule: 'query-parameter',
    section: '4',
    weight: 'unlisted',
    about: 'The query has only what the reference lists: client.id.',
    of: ['wallet-agreements'],
    find: ({ query }) => named(query, (name) => name !== 'client.id' && !credentials.includes(name), 'is unknown'),
  },
  {
    rule: 'query-parameter',
    section: '4',
    weight: 'unlisted',
    about: 'There is no query.',
    of: everyEndpointBut('wallet-agreements'),
    find: ({ query }) => named(query, (name) => !credentials.includes(name), 'is unknown'),
  },
];

/** Returns true for a number as JSON writes it: no 0x1F, no 1_000, no blank. */
function isNumber(value: string): boolean {
  return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value);
}

function named(query: URLSearchParams, matters: (name: string) => boolean, text: string): Found[] {
  return [...new Set(query.keys())].filter(matters).map((name) => ({ place: `query ${name}`, text }));
}
