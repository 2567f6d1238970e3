import type { Miss, NearMiss } from './texts.ts';
import { inFullWidth, madeUp, nearMisses, otherTexts, percentEncoded, quoted, toMisses } from './texts.ts';
import unusual from './unusual-ids.json' with { type: 'json' };

const written = ({ scheme, host, port, path, query }: Parts): string => `${scheme}://${host}${port}${path}${query}`;

/** Ids that a reader of paths may take for another one. */
const otherSteps: readonly Miss[] = [...toMisses('….json', 'x/../…'), { name: 'encoded twice', of: percentEncoded }];

/** Returns ids that are almost right and can be sent in a path, without control characters. */
export function nearIds(right: string): NearMiss[] {
  return nearMisses([...otherTexts, ...otherSteps], right).filter(({ value }) => !/\p{Cc}|^\.{1,2}$/u.test(value));
}

/** Ids of a form that no service issues and that a reader may take for a number or a part of a path. */
export const unusualIds: readonly NearMiss[] = [...unusual, 'x'.repeat(300)].map((value) => ({
  name: `that is ${value.slice(0, 10)}`,
  value,
}));

/** Returns other pairs of ids than a path's that make the same text when joined, or joined by a hyphen. */
export function joinedAlike(path: Readonly<Record<string, string>>, first: string, second: string) {
  const { [first]: one = '', [second]: other = '' } = path;
  const [head, ...tail] = other.split('-');
  return [[one.slice(0, -1), one.slice(-1) + other] as const, [`${one}-${head}`, tail.join('-')] as const]
    .filter((ids) => !ids.includes(''))
    .map((ids) => ({ name: 'with another border between its ids', path: { [first]: ids[0], [second]: ids[1] } }));
}

/** Returns paths with near misses of one id. */
export function replaceId(path: Readonly<Record<string, string>>, id: string, misses: readonly NearMiss[]) {
  return misses.map(({ name, value }) => ({ name: `of the ${id} ${name}`, path: { ...path, [id]: value } }));
}

/** Other numbers than the right one, which begin or end as it does, and a text that begins with it. */
export const otherNumbers: readonly Miss[] = [
  { name: 'with another digit at its end', of: (right) => right.slice(0, -1) + madeUp(right.slice(-1)) },
  ...toMisses('…1', '1…', '0', '…abc', 'x'.repeat(300)),
  { name: 'without its last digit', of: (right) => right.slice(0, -1) },
  {
    name: 'that is the same in 32 bits',
    of: (right) => (/^\d+$/.test(right) ? `${BigInt(right) + 2n ** 32n}` : right),
  },
];

/** Texts around a number that no reader accepts as a number. */
export const noNumbers: readonly Miss[] = [
  ...inMiddle('x', '-', ' ', '\u200b'),
  ...toMisses('x…', '…x', '…n', '12abc', '…-', '…;x', '…#', '….1.1', ' ', '[…]', 'abc', 'me', 'all', '*', 'null'),
  ...toMisses('undefined', 'true', 'NaN', 'Infinity', 'ME', 'ñandú', 'a b', 'me@example.com', '…\nx'),
  ...toMisses('00000000-0000-4000-8000-000000000000', '-', "…'"),
];

/** Texts that only some readers accept as a number. */
export const alikeNumbers: readonly Miss[] = [
  ...toMisses('… ', ' …', '…%', '…\n', '0…', '-…', '+…', '0', '1e5', '….5', '…e400', '…,…', '²'),
  ...inMiddle('_'),
  { name: 'in a hundred digits', of: (right) => right.padEnd(100, '9') },
  { name: 'in full-width digits', of: (right) => inDigitsFrom(right, 0xff10) },
  { name: 'in Arabic digits', of: (right) => inDigitsFrom(right, 0x0660) },
];

/** Returns ways that put a sign in the middle of a number, which gets a second digit if it has one alone. */
function inMiddle(...signs: readonly string[]): Miss[] {
  return signs.map((sign) => ({
    name: `with ${quoted(sign)} in the middle`,
    of: (right) => {
      const half = Math.max(1, right.length >> 1);
      return `${right.slice(0, half)}${sign}${right.slice(half) || '1'}`;
    },
  }));
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
  another('of a host below its own', ({ host }) => ({ host: `www.${host}` })),
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
  { name: 'with another last character', of: (right) => right.slice(0, -1) + madeUp(right.slice(-1)) },
  ...toMisses('…,…'),
  another('with a slash behind its query', ({ query }) => ({ query: query && `${query}/` })),
  ...toMisses('…#elsewhere', '…;x', '…?', 'https://elsewhere.example/?to=…', '…\u0000/more', '…\r\n/more'),
  ...toMisses('http://localhost/callback', 'urn:ietf:wg:oauth:2.0:oob'),
  { name: 'without its scheme', of: (right) => right.replace(/^[^:]*:\/\//, '') },
];

/** The same URI in an equivalent form (RFC 3986, 6.2.2 and 6.2.3), as browsers read it alike, or between blanks. */
export const alikeUris: readonly Miss[] = [
  another('with its host in capitals', ({ host }) => ({ host: host.toUpperCase() })),
  another('with its scheme in capitals', ({ scheme }) => ({ scheme: scheme.toUpperCase() })),
  another('with the usual port', ({ scheme, port }) => ({ port: port || (usualPorts[scheme] ?? '') })),
  another('with a step that leads nowhere', ({ path }) => ({ path: `/.${path}` })),
  another('with a step there and back', ({ path }) => ({ path: `/elsewhere/..${path}` })),
  another('with a letter of its path percent-encoded', ({ path }) => ({ path: `/${percentEncoded(path.slice(1))}` })),
  another('with a backslash for its slash', ({ path }) => ({ path: path.replace(/\/(?=[^/]*$)/, '\\') })),
  ...toMisses('… ', ' …'),
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
