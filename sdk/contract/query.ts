import { type Check, where } from './check.ts';
import type { Found } from './exact-json.ts';
import { all, others } from './operations-by.ts';

const credentials = ['access_token', 'client_secret', 'refresh_token', 'code', 'code_verifier'];

/** The query (4, 5). */
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
        ...where(!isNumber(value), 'query client.id', 'is no number', value),
        ...where(more.length > 0, 'query client.id', 'stands twice'),
      ];
    },
  },
  {
    rule: 'credential-in-query',
    section: '5',
    weight: 'breach',
    about: 'No credential travels in the query.',
    of: all,
    find: ({ query }) => named(query, (name) => credentials.includes(name), 'is a credential'),
  },
  {
    rule: 'query-parameter',
    section: '4',
    weight: 'stranger',
    about: 'The query has only what the reference lists: client.id.',
    of: ['wallet-agreements'],
    find: ({ query }) =>
      named(query, (name) => name !== 'client.id' && !credentials.includes(name), 'is unknown'),
  },
  {
    rule: 'query-parameter',
    section: '4',
    weight: 'stranger',
    about: 'There is no query.',
    of: others('wallet-agreements'),
    find: ({ query }) => named(query, (name) => !credentials.includes(name), 'is unknown'),
  },
];

/** A number as JSON writes it: no 0x1F, no 1_000, no blank. */
function isNumber(value: string): boolean {
  return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(value);
}

function named(query: URLSearchParams, matters: (name: string) => boolean, text: string): Found[] {
  return [...new Set(query.keys())].filter(matters).map((name) => ({ place: `query ${name}`, text }));
}
