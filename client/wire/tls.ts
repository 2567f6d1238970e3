import 'reflect-metadata'; // required by @peculiar/x509
import { KeyObject, webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, createServer, type SecureContext } from 'node:tls';
import * as x509 from '@peculiar/x509';
import { matchesNoProxy } from '#http/gateway';
import { toMessage } from '#run/process/output';
import { parseProxyUrl } from '#run/settings/setting-kinds';
import connectFaults from './connect-faults.json' with { type: 'json' };
import { toPairs } from './http.ts';
import { describeConnection, type Servers, splitAuthority, writeHead } from './traffic.ts';

/** Ends TLS for any name, and takes the decrypted stream as a new connection. */
export function serveTls(authority: Authority, { arrivals, connections, take }: Servers) {
  return (stream: Duplex) => {
    const below = { ...connections.of(stream), scheme: 'https' as const };
    let named = below;
    // A server for each connection: its error about a handshake is then about this stream.
    const server = createServer({
      ...authority.unnamed,
      ALPNProtocols: ['h2', 'http/1.1', 'http/1.0'],
      SNICallback: (serverName, done) => {
        named = { ...below, serverName };
        authority.getContext(serverName).then((context) => done(null, context), done);
      },
    });
    server.on('secureConnection', (secure) => {
      connections.set(secure, named);
      take(secure);
    });
    server.on('tlsClientError', (error) => {
      const text = `${describeConnection(named)} failed the TLS handshake: ${describeError(error)}`;
      arrivals.recordUnparsed('tls-refused', text);
    });
    server.emit('connection', stream);
  };
}

/** Returns OpenSSL's own word if it has one: `tlsv1 alert unknown ca`. */
function describeError(error: Error): string {
  const word = 'reason' in error && typeof error.reason === 'string' ? error.reason : error.message;
  return /unknown ca|certificate/.test(word) ? `${word} (the client does not trust the gate's authority)` : word;
}

const ESTABLISHED = 'HTTP/1.1 200 Connection Established\r\n\r\n';

/** Serves CONNECT: the tunnel ends in the gate, or in its host if that may be reached. */
export function serveTunnels({ arrivals, connections, take }: Servers, exits: Exits | undefined) {
  return (incoming: IncomingMessage, stream: Duplex) => {
    const tunnel = incoming.url ?? '';
    const { host, port } = splitAuthority(tunnel, 443);
    if (exits?.allows(host)) return void passOn(stream, exits.connect(host, port));
    const headers = toPairs(incoming.rawHeaders);
    const head = writeHead({ method: 'CONNECT', target: tunnel, protocol: `HTTP/${incoming.httpVersion}`, headers });
    for (const { pattern, text } of connectFaults)
      if (new RegExp(pattern, 'i').test(head))
        arrivals.recordUnparsed('malformed-request', `CONNECT ${tunnel} ${text}`);
    connections.set(stream, { scheme: 'http', reached: 'tunnel', tunnel });
    stream.write(ESTABLISHED);
    take(stream);
  };
}

async function passOn(stream: Duplex, connecting: Promise<Duplex>): Promise<void> {
  stream.on('error', () => {});
  try {
    const outside = await connecting;
    outside.on('error', () => stream.destroy()).on('close', () => stream.destroy());
    stream.on('close', () => outside.destroy());
    stream.write(ESTABLISHED);
    stream.pipe(outside).pipe(stream);
  } catch (error) {
    const head = 'HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/plain\r\nConnection: close';
    stream.end(`${head}\r\n\r\n${toMessage(error)}\n`);
  }
}

export type Exits = ReturnType<typeof createExits>;

/** Lets connections to these hosts out, through the caller's own proxy if there is one. */
export function createExits(
  hosts: readonly string[],
  { HTTPS_PROXY, https_proxy, NO_PROXY, no_proxy }: NodeJS.ProcessEnv,
  passed: (place: string) => void,
) {
  const given = HTTPS_PROXY ?? https_proxy;
  const proxy = given ? parseProxyUrl(given) : undefined;
  if (given && !proxy) throw new Error('https_proxy is invalid. Expected a URL such as http://proxy.example.com:3128.');
  const exceptions = (NO_PROXY ?? no_proxy ?? '').split(',');
  const matches = (entries: readonly string[], host: string) => entries.some((entry) => matchesNoProxy(entry, host));
  return {
    allows: (host: string): boolean => matches(hosts, host),
    connect: async (host: string, port: number): Promise<Duplex> => {
      passed(`${host}:${port}`);
      if (proxy && !matches(exceptions, host)) return connectThrough(proxy, `${host}:${port}`);
      const socket = connect(port, host);
      await once(socket, 'connect');
      return socket;
    },
  };
}

function connectThrough({ hostname, port, username, password }: URL, path: string): Promise<Duplex> {
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const headers = username ? { 'proxy-authorization': `Basic ${credentials.toString('base64')}` } : {};
  return new Promise((resolve, reject) => {
    const asking = request({ host: hostname, port, method: 'CONNECT', path, headers });
    asking.on('error', reject).on('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) resolve(socket);
      else reject(new Error(`The proxy ${hostname}:${port} returned ${statusCode} for ${path}.`));
    });
    asking.end();
  });
}

/** Describes a certificate authority that lives as long as one run; its key stays in memory. */
export type Authority = Awaited<ReturnType<typeof createAuthority>>;

type Keys = webcrypto.CryptoKeyPair;

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const issuer = 'CN=SDK gate, throw-away';
const day = 86_400_000;

/** Makes a throw-away authority that issues a certificate for any name. */
export async function createAuthority(hosts: readonly string[]) {
  const keys = await createKeys();
  const pem = await sign(keys, keys, issuer, [
    new x509.BasicConstraintsExtension(true, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
  ]);
  const contexts = new Map<string, Promise<SecureContext>>();
  const getContext = (name: string) => {
    const context = contexts.get(name) ?? issue(keys, [name]).then((credentials) => createSecureContext(credentials));
    contexts.set(name, context);
    return context;
  };
  /** A certificate for clients that ask for no name, with the loopback addresses and the API's hosts. */
  return { pem, unnamed: await issue(keys, [...new Set(['localhost', '127.0.0.1', '::1', ...hosts])]), getContext };
}

async function issue(authority: Keys, names: readonly string[]) {
  const keys = await createKeys();
  const alternatives = names.map((name) => ({ type: isIP(name) ? ('ip' as const) : ('dns' as const), value: name }));
  const cert = await sign(keys, authority, 'CN=SDK gate', [
    new x509.SubjectAlternativeNameExtension(alternatives),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
  ]);
  return { key: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }), cert };
}

async function sign({ publicKey }: Keys, authority: Keys, subject: string, extensions: x509.Extension[]) {
  const now = Date.now();
  const all = [
    ...extensions,
    await x509.SubjectKeyIdentifierExtension.create(publicKey),
    await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
  ];
  const signing = { signingKey: authority.privateKey, signingAlgorithm: algorithm, extensions: all };
  const time = { notBefore: new Date(now - day), notAfter: new Date(now + 365 * day) };
  const certificate = await x509.X509CertificateGenerator.create({ subject, issuer, publicKey, ...signing, ...time });
  return certificate.toString('pem');
}

function createKeys(): Promise<Keys> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}
