import { gzipSync } from 'node:zlib';
import type { Row } from './row.ts';

const of = 'test-users';
const user = '{"description":"a","site_id":"MLA"}';
const zipped = gzipSync(user);

/** Scheme, port, host and coding (preamble, 5; RFC 9110). */
export const transportRows: readonly Row[] = [
  { what: 'TLS through the proxy', of, by: 'tunnel with TLS', found: [] },
  { what: 'a host with a dot at its end', of, by: 'tunnel with TLS', tunnel: 'api.mercadopago.com.:443', found: [] },
  { what: 'HTTP/1.0 over TLS', of, by: 'tunnel with TLS', version: '1.0', found: [] },
  { what: 'a base URL', of, by: 'base URL', found: [] },
  { what: 'a token over plain http', of, by: 'proxy', found: ['breach credential-in-clear'] },
  {
    what: 'a client_secret over plain http',
    of: 'oauth-token',
    by: 'proxy',
    found: ['breach credential-in-clear'],
  },
  {
    what: 'plain http in a tunnel',
    of,
    by: 'tunnel',
    tunnel: 'api.mercadopago.com:80',
    found: ['breach credential-in-clear'],
  },
  {
    what: 'plain http without a token',
    of,
    by: 'proxy',
    change: { authorization: null },
    found: ['breach authorization', 'note plain-http'],
  },
  {
    what: 'another port',
    of,
    by: 'tunnel with TLS',
    tunnel: 'api.mercadopago.com:8443',
    found: ['breach port'],
  },
  {
    what: 'plain http at the port of TLS',
    of,
    by: 'tunnel',
    tunnel: 'api.mercadopago.com:443',
    found: ['breach credential-in-clear', 'breach port'],
  },
  { what: 'no Host', of, change: { host: null }, found: ['breach host'] },
  { what: 'two Hosts', of, add: [['Host', '127.0.0.1']], found: ['breach host'] },
  {
    what: 'gzip named and used',
    of,
    text: zipped,
    add: [['Content-Encoding', 'gzip']],
    found: ['note content-encoding-unlisted'],
  },
  {
    what: 'gzip named and not used',
    of,
    text: user,
    add: [['Content-Encoding', 'gzip']],
    found: ['breach content-encoding'],
  },
  { what: 'gzip used and not named', of, text: zipped, found: ['breach exact-json'] },
  {
    what: 'a coding that nobody knows',
    of,
    text: user,
    add: [['Content-Encoding', 'snappy']],
    found: ['breach content-encoding'],
  },
  { what: 'no coding by its name', of, text: user, add: [['Content-Encoding', 'identity']], found: [] },
  {
    what: 'a charset as a coding',
    of,
    text: user,
    add: [['Content-Encoding', 'utf-8']],
    found: ['breach content-encoding'],
  },
];
