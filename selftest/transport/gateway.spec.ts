import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { arrayBuffer } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { createAuthority } from '#client/wire/tls';
import { findProxy } from '#http/gateway';
import { startProvider } from '#mock/server';
import { readSettings } from '#run/settings/settings';
import { close, expect, fileWith, listen, long, runSuite, slow, test } from '../tools/fixtures.ts';
import { forward, startConnectProxy } from '../tools/front.ts';

const key = 'gw-4f1d9c7e2b60a83d';
const statesKey = 'st-9b2e7d1c6a5f4083';
const proxyPassword = 'px-1c8e5b7a3d9f2640';

/** Starts an API gateway in front of the embedded provider that requires a client certificate and a key per path. */
async function startGateway(host = 'localhost') {
  const provider = await startProvider();
  const authority = await createAuthority([]);
  const { cert, key } = authority.unnamed;
  const { fingerprint256 } = new X509Certificate(cert);
  const files = { EXTRA_CA: fileWith('ca.pem', authority.pem), CLIENT_CERT: fileWith('client.pem', `${cert}\n${key}`) };
  const rejected: string[] = [];
  const server = createServer(
    { ...authority.unnamed, requestCert: true, rejectUnauthorized: false },
    async (request, response) => {
      const why = whyRejected(request, fingerprint256);
      if (why !== undefined) rejected.push(`${request.url}: ${why}`);
      if (why !== undefined) return response.writeHead(407).end();
      const answer = await forward(provider.baseUrl + request.url, request, await arrayBuffer(request));
      const type = answer.headers.get('content-type');
      return response.writeHead(answer.status, type === null ? {} : { 'content-type': type }).end(await answer.text());
    },
  );
  const { port } = new URL(await listen(server, host === 'localhost' ? '127.0.0.1' : host));
  const origin = `https://${host}:${port}`;
  const target = { BASE_URL: origin, PROVIDER_STATES_URL: `${origin}/_states` };
  return { target, files, rejected, close: async () => void (await Promise.all([close(server), provider.close()])) };
}

function whyRejected({ url, headers, socket }: IncomingMessage, fingerprint: string): string | undefined {
  const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined;
  if (certificate?.fingerprint256 !== fingerprint) return 'no client certificate';
  if (url === '/_states') return headers.authorization === `Bearer ${statesKey}` ? undefined : 'no bearer';
  if (headers['x-tenant'] !== 'blue-team') return 'no tenant';
  if (headers['user-agent'] !== 'partner/1.0') return 'the user agent of the suite';
  return headers['x-gateway-key'] === key ? undefined : 'no key';
}

const orders = ['--project=instore-orders', '--grep=@ORD-01'];

test('headers, a client certificate and a proxy reach a target, and none of them is shown', long, async ({ open }) => {
  const gateway = await open(startGateway());
  const expected = `Basic ${btoa(`runner:${proxyPassword}`)}`;
  const proxy = await open(startConnectProxy((credentials) => (credentials === expected ? undefined : 407)));

  const variables = {
    ...{ ...gateway.target, ...gateway.files, HTTPS_PROXY: proxy.url.replace('//', `//runner:${proxyPassword}@`) },
    PROVIDER_STATES_HEADERS: `authorization: Bearer ${statesKey}`,
    EXTRA_HEADERS: `x-gateway-key: ${key}\nX-Tenant: blue-team\nuser-agent: partner/1.0`,
  };
  const run = await runSuite(variables, ...orders);

  expect(run.code, run.output).toBe(0);
  expect(gateway.rejected).toEqual([]);
  const tunnels = proxy.asked.filter(([, credentials]) => credentials === expected).map(([place]) => place);
  expect(new Set(tunnels)).toEqual(new Set([gateway.target.BASE_URL.replace('https://', '')]));
  const secrets = [key, statesKey, proxyPassword].flatMap((secret) => ['-e', secret]);
  expect(spawnSync('grep', ['-rlF', ...secrets, run.reports], { encoding: 'utf8' }).stdout).toBe('');
  expect(run.output).not.toMatch(new RegExp([key, statesKey, proxyPassword].join('|')));
});

const wrong = [
  ['EXTRA_HEADERS', `authorization: Bearer ${key}`, 'without authorization, x-test-scope'],
  ['EXTRA_HEADERS', `x-gateway-key ${key}`, 'headers, one a line'],
  ['PROVIDER_STATES_HEADERS', `x: ${key}\u0007`, 'headers, one a line'],
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

test('a proxy is for https alone, and not for the hosts of NO_PROXY', () => {
  const settings = readSettings({ HTTPS_PROXY: 'http://proxy.example', NO_PROXY: 'lab.example' });
  const urls = [
    'https://h.example',
    'http://h.example',
    'https://lab.example',
    'https://eu.lab.example',
    'https://l.example',
  ];
  expect(urls.map((url) => findProxy(url, settings) !== undefined)).toEqual([true, false, false, false, true]);
});

test('a CLIENT_CERT without its key is one sentence', long, async () => {
  const file = fileWith('client.pem', (await createAuthority([])).unnamed.cert);

  expect(() => readSettings({ CLIENT_CERT: file })).toThrow('a PEM file with a client certificate and its private key');
});

for (const [what, host, reason] of [
  ['of an unknown authority', 'localhost', 'The certificate is not trusted. Set EXTRA_CA to the PEM file'],
  ['for another name', '127.0.0.2', 'The certificate is for another host name'],
] as const)
  test(`a certificate ${what} is rejected, whatever node is set to`, slow, async ({ open }) => {
    const { target, files } = await open(startGateway(host));
    const trusted = host === 'localhost' ? {} : { EXTRA_CA: files.EXTRA_CA };

    const run = await runSuite({ ...target, ...trusted, NODE_TLS_REJECT_UNAUTHORIZED: '0' }, ...orders);

    expect(run.code).toBe(1);
    expect(run.document().unreachable).toContain(reason);
  });
