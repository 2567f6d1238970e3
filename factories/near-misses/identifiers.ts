import { inFullWidth, type Miss, madeUp, type NearMiss, nearMisses, otherTexts, percentEncoded } from './texts.ts';

const written = ({ scheme, host, port, path, query }: Parts): string => `${scheme}://${host}${port}${path}${query}`;

/** Returns ids that are almost right and can be sent in a path, without control characters. */
export function nearIds(right: string): NearMiss[] {
  return nearMisses(otherTexts, right).filter(({ value }) => !/\p{Cc}|^\.{1,2}$/u.test(value));
}

/** Ids of a form that no service issues and that a reader may take for a number or a part of a path. */
export const unusualIds: readonly NearMiss[] = [
  ...['-1', '+1', '0', '007', '1e5', '1_0', '1.5', '٣', '३', '３', ' ', "'", '"', '%', 'null', '[]'],
  'x'.repeat(300),
].map((value) => ({ name: `that is ${value.slice(0, 10)}`, value }));

/** Other numbers than the right one, which begin or end as it does. */
export const otherNumbers: readonly Miss[] = [
  { name: 'with another digit at its end', of: (right) => right.slice(0, -1) + madeUp(right.slice(-1)) },
  { name: 'with one more digit', of: (right) => `${right}1` },
  { name: 'with a digit in front', of: (right) => `1${right}` },
  { name: 'without its last digit', of: (right) => right.slice(0, -1) },
  {
    name: 'that is the same in 32 bits',
    of: (right) => (/^\d+$/.test(right) ? `${BigInt(right) + 2n ** 32n}` : right),
  },
];

/** Texts around a number that no reader accepts as a number. */
export const noNumbers: readonly Miss[] = [
  { name: 'with a letter in front', of: (right) => `x${right}` },
  { name: 'with a letter behind', of: (right) => `${right}x` },
  { name: 'with a letter in the middle', of: (right) => middle(right, 'x') },
  { name: 'with a hyphen in the middle', of: (right) => middle(right, '-') },
  { name: 'with a blank in the middle', of: (right) => middle(right, ' ') },
  { name: 'with a second number behind a comma', of: (right) => `${right},${right}` },
  { name: 'with a minus sign behind', of: (right) => `${right}-` },
  { name: 'with a zero-width space in the middle', of: (right) => middle(right, '\u200b') },
  ...[';x', '%', '#'].map((sign) => ({ name: `with ${sign} behind`, of: (right: string) => `${right}${sign}` })),
  { name: 'with an underscore in the middle', of: (right) => middle(right, '_') },
  { name: 'with two dots', of: (right) => `${right}.1.1` },
  { name: 'that is a space', of: () => ' ' },
  { name: 'in brackets', of: (right) => `[${right}]` },
  { name: 'in letters', of: () => 'abc' },
  ...['me', 'all', '*', 'null', 'undefined', 'true', 'NaN', 'Infinity', 'ME', 'ñandú', 'a b', 'me@example.com'].map(
    (word) => ({
      name: `in the word ${word}`,
      of: () => word,
    }),
  ),
  { name: 'that is a UUID', of: () => '00000000-0000-4000-8000-000000000000' },
  { name: 'that is a sign alone', of: () => '-' },
];

/** Texts that only some readers accept as a number. */
export const alikeNumbers: readonly Miss[] = [
  { name: 'with a space behind', of: (right) => `${right} ` },
  { name: 'with a space in front', of: (right) => ` ${right}` },
  { name: 'with a line break behind', of: (right) => `${right}\n` },
  { name: 'with a word behind a line break', of: (right) => `${right}\nx` },
  { name: 'with a zero in front', of: (right) => `0${right}` },
  { name: 'with a minus sign in front', of: (right) => `-${right}` },
  { name: 'with a plus sign in front', of: (right) => `+${right}` },
  { name: 'that is zero', of: () => '0' },
  { name: 'that is 1e5', of: () => '1e5' },
  { name: 'with a fraction', of: (right) => `${right}.5` },
  { name: 'with an exponent', of: (right) => `${right}e400` },
  { name: 'in a hundred digits', of: (right) => right.padEnd(100, '9') },
  { name: 'in full-width digits', of: (right) => inDigitsFrom(right, 0xff10) },
  { name: 'in Arabic digits', of: (right) => inDigitsFrom(right, 0x0660) },
  { name: 'in a superscript digit', of: () => '²' },
];

function middle(text: string, sign: string): string {
  const half = Math.max(1, text.length >> 1);
  return `${text.slice(0, half)}${sign}${text.slice(half) || '1'}`;
}

function inDigitsFrom(text: string, zero: number): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
}

/** A URI with an authority in its parts (RFC 3986, 3), each with its leading delimiter. */
type Parts = Readonly<Record<'scheme' | 'host' | 'port' | 'path' | 'query', string>>;

const form = /^(?<scheme>[a-z][a-z0-9+.-]*):\/\/(?<host>[^/?#:@]+)(?<port>:\d+)?(?<path>\/[^?#]*)?(?<query>\?[^#]*)?$/i;
const usualPorts: Readonly<Record<string, string>> = { http: ':80', https: ':443' };

/** URIs that differ from the right one even after all normalization of RFC 3986 (6.2.2). */
export const otherUris: readonly Miss[] = [
  another('of another scheme', ({ scheme }) => ({ scheme: scheme === 'http' ? 'https' : 'http' })),
  another('with a made-up host', ({ host }) => ({ host: madeUp(host) })),
  another('of a host below its own', ({ host }) => ({ host: `login.${host}` })),
  another('of a host that ends like its own', ({ host }) => ({ host: `x${host}` })),
  another('of a host that begins like its own', ({ host }) => ({ host: `${host}.elsewhere.example` })),
  another('with a user before its host', ({ host }) => ({ host: `user@${host}` })),
  another('with its host as a user elsewhere', ({ host }) => ({ host: `${host}@elsewhere.example` })),
  another('with a dot behind its host', ({ host }) => ({ host: `${host}.` })),
  another('with another port', ({ port }) => ({ port: port === ':8443' ? ':9443' : ':8443' })),
  another('with a longer path', ({ path }) => ({ path: `${path}/more` })),
  another('with a longer name', ({ path }) => ({ path: `${path}x` })),
  another('with a parameter behind', ({ path }) => ({ path: `${path};next=elsewhere` })),
  another('with a slash behind', ({ path }) => ({ path: `${path}/` })),
  another('with its slash doubled', ({ path }) => ({ path: `/${path}` })),
  another('without its last character', ({ path }) => ({ path: path.slice(0, -1) })),
  another('without its last name', ({ path }) => ({ path: path.replace(/\/[^/]*$/, '') })),
  another('without a path', () => ({ path: '' })),
  another('cut to its host', ({ query }) => (query === '' ? {} : { path: '', query: '' })),
  another('with its path in the other case', ({ path }) => ({ path: path.toUpperCase() })),
  another('with steps up to another path', ({ path }) => ({ path: `${path}/../elsewhere` })),
  another('with its slash percent-encoded', ({ path }) => ({ path: path.replace(/(.)\//, '$1%2F') })),
  another('with a query', ({ query }) => ({ query: query === '' ? '?next=elsewhere' : `${query}&next=elsewhere` })),
  another('with another value in its query', ({ query }) => ({ query: madeUp(query) })),
  { name: 'twice, with a comma between', of: (right) => `${right},${right}` },
  another('with a slash behind its query', ({ query }) => ({ query: query && `${query}/` })),
  { name: 'with a fragment', of: (right) => `${right}#elsewhere` },
  { name: 'in the query of another', of: (right) => `https://elsewhere.example/?to=${right}` },
  { name: 'with a zero byte and more behind', of: (right) => `${right}\u0000/more` },
  { name: 'with a line break and more behind', of: (right) => `${right}\r\n/more` },
  { name: 'on this machine', of: () => 'http://localhost/callback' },
  { name: 'out of band', of: () => 'urn:ietf:wg:oauth:2.0:oob' },
  { name: 'without its scheme', of: (right) => right.replace(/^[^:]*:\/\//, '') },
];

/**
 * The same URI in an equivalent form (RFC 3986, 6.2.2 and 6.2.3), in a form that browsers read alike, or with blanks
 * around it.
 */
export const alikeUris: readonly Miss[] = [
  another('with its host in capitals', ({ host }) => ({ host: host.toUpperCase() })),
  another('with its scheme in capitals', ({ scheme }) => ({ scheme: scheme.toUpperCase() })),
  another('with the usual port', ({ scheme, port }) => ({ port: port || (usualPorts[scheme] ?? '') })),
  another('with a step that leads nowhere', ({ path }) => ({ path: `/.${path}` })),
  another('with a step there and back', ({ path }) => ({ path: `/elsewhere/..${path}` })),
  another('with a letter of its path percent-encoded', ({ path }) => ({ path: `/${percentEncoded(path.slice(1))}` })),
  another('with a backslash for its slash', ({ path }) => ({ path: path.replace(/\/(?=[^/]*$)/, '\\') })),
  { name: 'with a space behind', of: (right) => `${right} ` },
  { name: 'with a space in front', of: (right) => ` ${right}` },
  { name: 'with a tab in its path', of: (right) => right.replace(/\w$/, '\t$&') },
  another('with its path in full-width characters', ({ path }) => ({ path: path.replace(/\w/g, inFullWidth) })),
];

/** Returns a way that changes some parts of a URI; a text that is not a URI stays unchanged. */
function another(name: string, change: (parts: Parts) => Partial<Parts>): Miss {
  return {
    name,
    of: (right) => {
      const found = form.exec(right)?.groups;
      if (!found) return right;
      const { scheme = '', host = '', port = '', path = '', query = '' } = found;
      const parts = { scheme, host, port, path, query };
      return written({ ...parts, ...change(parts) });
    },
  };
}
