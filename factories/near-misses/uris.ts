import { type Miss, madeUp } from '../near-miss.ts';
import { percentEncoded } from './texts.ts';

/** A URI with an authority in its parts (RFC 3986, 3), each with its leading delimiter. */
interface Parts {
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
  readonly path: string;
  readonly query: string;
}

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

function written({ scheme, host, port, path, query }: Parts): string {
  return `${scheme}://${host}${port}${path}${query}`;
}
