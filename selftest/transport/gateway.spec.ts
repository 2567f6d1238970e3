import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { expect, test } from '@playwright/test';
import { generateCACertificate, getLocal } from 'mockttp';
import { createAuthority } from '#client/wire/tls';
import { type Provider, startProvider } from '#mock/server';
import { readSettings } from '#run/settings/settings';
import { listen } from '../tools/listen.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { runCommand } from '../tools/run-command.ts';
import { runSuite } from '../tools/run-suite.ts';

const key = 'gw-4f1d9c7e2b60a83d';
const statesKey = 'st-9b2e7d1c6a5f4083';
const proxyPassword = 'px-1c8e5b7a3d9f2640';

/** Starts an API gateway in front of the embedded provider that requires a client certificate and a key per path. */
async function startGateway(provider: Provider) {
  const authority = await createAuthority([]);
  const fingerprint = new X509Certificate(authority.unnamed.cert).fingerprint256;
  const refused: string[] = [];
  const server = createServer(
    { ...authority.unnamed, requestCert: true, rejectUnauthorized: false },
    async (request, response) => {
      const why = whyRefused(request, fingerprint);
      if (why !== undefined) refused.push(`${request.url}: ${why}`);
      const answer = why === undefined ? await forward(provider, request) : new Response(null, { status: 407 });
      const type = answer.headers.get('content-type');
      response.writeHead(answer.status, type === null ? {} : { 'content-type': type });
      response.end(await answer.text());
    },
  );
  const { port } = new URL(await listen(server));
  return { server, refused, origin: `https://localhost:${port}`, authority };
}

function whyRefused({ url, headers, socket }: IncomingMessage, fingerprint: string): string | undefined {
  const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined;
  if (certificate?.fingerprint256 !== fingerprint) return 'no client certificate';
  if (url === '/_states') return headers.authorization === `Bearer ${statesKey}` ? undefined : 'no bearer';
  if (headers['x-tenant'] !== 'blue-team') return 'no tenant';
  return headers['x-gateway-key'] === key ? undefined : 'no key';
}

async function forward({ baseUrl }: Provider, request: IncomingMessage): Promise<Response> {
  const { authorization, 'content-type': type } = request.headers;
  const headers = { ...(authorization && { authorization }), ...(type && { 'content-type': type }) };
  const body = await text(request);
  return fetch(`${baseUrl}${request.url}`, {
    method: request.method ?? 'GET',
    headers,
    ...(body === '' ? {} : { body }),
  });
}

/** Starts a proxy that tunnels for clients that know its password. */
async function startProxy() {
  const tunnels: string[] = [];
  const expected = `Basic ${Buffer.from(`runner:${proxyPassword}`).toString('base64')}`;
  const server = createHttpServer().on('connect', (request: IncomingMessage, client) => {
    if (request.headers['proxy-authorization'] !== expected)
      return client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    tunnels.push(request.url ?? '');
    const [, port] = (request.url ?? '').split(':');
    const target = connect(Number(port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      client.pipe(target).pipe(client);
    });
    for (const end of [client, target]) end.on('error', () => target.destroy());
  });
  const { port } = new URL(await listen(server));
  return { server, tunnels, url: `http://runner:${proxyPassword}@127.0.0.1:${port}` };
}

test('a target behind a gateway is reached by its headers, its client certificate and a proxy, and none of them is shown', {
  tag: '@long',
}, async () => {
  const provider = await startProvider();
  const gateway = await startGateway(provider);
  const proxy = await startProxy();
  const folder = ownFolder('gateway');
  const [authority, certificate] = [path.join(folder, 'ca.pem'), path.join(folder, 'client.pem')];
  writeFileSync(authority, gateway.authority.pem);
  writeFileSync(certificate, `${gateway.authority.unnamed.cert}\n${gateway.authority.unnamed.key}`);

  const variables = {
    ...{ BASE_URL: gateway.origin, PROVIDER_STATES_URL: `${gateway.origin}/_states`, HTTPS_PROXY: proxy.url },
    PROVIDER_STATES_HEADERS: `authorization: Bearer ${statesKey}`,
    EXTRA_HEADERS: `x-gateway-key: ${key}\nX-Tenant: blue-team`,
    ...{ EXTRA_CA: authority, CLIENT_CERT: certificate },
  };
  const run = await runSuite(variables, '--project=instore-orders', '--grep=@ORD-01');
  for (const server of [gateway.server, proxy.server]) server.close().closeAllConnections();
  await provider.close();

  expect(run.code, run.output).toBe(0);
  expect(gateway.refused).toEqual([]);
  expect(new Set(proxy.tunnels)).toEqual(new Set([gateway.origin.replace('https://', '')]));
  const secrets = [key, statesKey, proxyPassword].flatMap((secret) => ['-e', secret]);
  expect(spawnSync('grep', ['-rlF', ...secrets, run.reports], { encoding: 'utf8' }).stdout).toBe('');
  expect(run.output).not.toMatch(new RegExp([key, statesKey, proxyPassword].join('|')));
});

const wrong = [
  ['EXTRA_HEADERS', `authorization: Bearer ${key}`, 'none of authorization, x-test-scope'],
  ['EXTRA_HEADERS', `x-gateway-key ${key}`, 'header fields, a line each'],
  ['PROVIDER_STATES_HEADERS', `x: ${key}\u0007`, 'header fields, a line each'],
  ['HTTPS_PROXY', `ftp://${key}@proxy.example`, 'the URL of a proxy'],
  ['HTTPS_PROXY', key, 'such as http://proxy.example.com:3128'],
] as const;

for (const [name, value, expected] of wrong)
  test(`a wrong ${name} is said without its value: ${expected}`, () => {
    const read = () => readSettings({ [name]: value });

    expect(read).toThrow(`${name} is invalid. Expected `);
    expect(read).toThrow(expected);
    expect(read).not.toThrow(key);
  });

test('a CLIENT_CERT without its key is one sentence', { tag: '@long' }, async () => {
  const file = path.join(ownFolder('gateway'), 'client.pem');
  writeFileSync(file, (await createAuthority([])).unnamed.cert);

  expect(() => readSettings({ CLIENT_CERT: file })).toThrow('a PEM file with a client certificate and its private key');
});

test('the settings as they are listed show no header and no proxy', { tag: '@long' }, async () => {
  const { stdout } = await runCommand('doctor', ['config'], {
    EXTRA_HEADERS: `x-gateway-key: ${key}`,
    HTTPS_PROXY: `http://a:${key}@h`,
  });

  expect(stdout).toContain('EXTRA_HEADERS=(a secret)');
  expect(stdout).not.toContain(key);
});

const orders = ['--project=instore-orders', '--grep=@ORD-01'];

interface PrivateTarget {
  readonly variables: Readonly<Record<string, string>>;
  readonly authority: string;
  readonly close: () => Promise<void>;
}

/** Starts the embedded provider behind HTTPS with a certificate for localhost of an unknown authority. */
async function startPrivate(): Promise<PrivateTarget> {
  const folder = ownFolder('tls');
  const authority = path.join(folder, 'ca.pem');
  const provider = await startProvider();
  const https = await generateCACertificate({ subject: { commonName: 'An authority of its own' } });
  writeFileSync(authority, https.cert);
  const server = getLocal({ https });
  await server.start();
  await server.forAnyRequest().thenForwardTo(provider.baseUrl);
  const origin = `https://localhost:${server.port}`;
  const close = async () => {
    await Promise.all([server.stop(), provider.close()]);
    rmSync(folder, { recursive: true });
  };
  return { variables: { BASE_URL: origin, PROVIDER_STATES_URL: `${origin}/_states` }, authority, close };
}

test('without EXTRA_CA it is not, whatever node is set to, and the message says what to set', {
  tag: '@slow',
}, async () => {
  const target = await startPrivate();

  const run = await runSuite({ ...target.variables, NODE_TLS_REJECT_UNAUTHORIZED: '0' }, ...orders);
  await target.close();

  expect(run.code).toBe(1);
  expect(run.document().unreachable).toContain('TLS is verified: set EXTRA_CA to the PEM file of the authority');
});

test('a certificate for another name is rejected, no matter who issued it', { tag: '@slow' }, async () => {
  const target = await startPrivate();
  const BASE_URL = (target.variables.BASE_URL ?? '').replace('localhost', '127.0.0.1');

  const run = await runSuite({ ...target.variables, BASE_URL, EXTRA_CA: target.authority }, ...orders);
  await target.close();

  expect(run.document().unreachable).toContain('The certificate is for another name');
});
