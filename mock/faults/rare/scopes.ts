import { type Fault, sparing, stumbling, type When } from '../../fault.ts';
import { type Call, textMember } from '../../operation.ts';
import { found, has, is } from '../found.ts';
import { rowsOf } from '../row.ts';

const { row, fails } = rowsOf('oauth-token', 'token');
const unknown = 'an unknown scope';
const noText = 'a parameter that is no text';
const known = ['offline_access', 'read', 'write'];

/** Scopes that are read with too much goodwill, and requests that fail for a known one. */
export const scopeFaults: readonly Fault[] = [
  ...[
    { slug: 'any-case', words: 'in any case', accepts: (word: string) => known.includes(word.toLowerCase()) },
    {
      slug: 'longer',
      words: 'by its beginning',
      accepts: (word: string) => known.some((right) => word.startsWith(right)),
    },
    {
      slug: 'shorter',
      words: 'by any beginning of it',
      accepts: (word: string) => known.some((right) => right.startsWith(word)),
    },
    {
      slug: 'ending',
      words: 'by its end',
      accepts: (word: string) => known.some((right) => word.endsWith(right)),
    },
    {
      slug: 'hyphen',
      words: 'with a hyphen',
      accepts: (word: string) => known.includes(word.replaceAll('-', '_')),
    },
    { slug: 'star', words: 'or a star', accepts: (word: string) => word === '*' },
    {
      slug: 'zero-byte',
      words: 'up to a zero byte',
      accepts: (word: string) => known.includes(word.replace(/\0.*/, '')),
    },
    {
      slug: 'path',
      words: 'at the end of a path',
      accepts: (word: string) => known.includes(word.replace(/^.*\//, '')),
    },
    {
      slug: 'quoted',
      words: 'in quotes',
      accepts: (word: string) => known.includes(word.replaceAll('"', '')),
    },
    {
      slug: 'normalised',
      words: 'normalised',
      accepts: (word: string) => known.includes(word.normalize('NFKC')),
    },
    {
      slug: 'colon',
      words: 'up to a colon',
      accepts: (word: string) => known.includes(word.replace(/:.*/, '')),
    },
    { slug: 'openid', words: 'or openid', accepts: (word: string) => word === 'openid' },
  ].map(({ slug, words, accepts }) =>
    row('TOK-42', `scope-${slug}`, `A scope is known ${words}.`, sparing(unknown, everyWord(/ /, accepts))),
  ),
  row(
    'TOK-42',
    'scope-last-counts',
    'The last scope of several counts.',
    sparing(unknown, (call) => known.includes(textMember(call, 'scope')?.split(' ').at(-1) ?? '')),
  ),
  ...[
    { slug: 'comma', words: 'commas', sign: /,/ },
    { slug: 'plus', words: 'plus signs', sign: /\+/ },
    { slug: 'tab', words: 'tabs', sign: /\t/ },
  ].map(({ slug, words, sign }) =>
    row(
      'TOK-48',
      `scope-by-${slug}`,
      `Scopes may be separated by ${words}.`,
      sparing(
        unknown,
        everyWord(sign, (word) => known.includes(word)),
      ),
    ),
  ),
  row('TOK-48', 'scope-in-a-list', 'Scopes may stand in a list.', sparing(noText, isList)),
  fails('TOK-48', 'scope-comma-fails', 'Scopes with commas fail.', (call) =>
    `${textMember(call, 'scope')}`.includes(','),
  ),
  fails('TOK-16', 'scope-whole-fails', 'Asking for all scopes fails.', (call) =>
    /^offline_access read/.test(`${textMember(call, 'scope')}`),
  ),
  fails('TOK-16', 'scope-write-fails', 'Asking to write fails.', is('scope', 'write')),
  ...(['authorization_code', 'refresh_token'] as const).map((grant) =>
    row(
      'TOK-82',
      `scope-write-invalid-${grant}`,
      `The scope write is an invalid_scope with ${grant}.`,
      stumbling((call) => is('grant_type', grant)(call) && is('scope', 'write')(call), 400, 'invalid_scope'),
    ),
  ),
  row(
    'TOK-11',
    'own-scope-fails',
    'client_credentials with a scope fails.',
    stumbling((call) => is('grant_type', 'client_credentials')(call) && has('scope')(call)),
  ),
];

function everyWord(sign: RegExp, accepts: (word: string) => boolean): When {
  return (call) => textMember(call, 'scope')?.split(sign).every(accepts) === true;
}

function isList(call: Call): boolean {
  return Array.isArray(found(call, 'scope'));
}
