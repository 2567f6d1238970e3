import { chmodSync } from 'node:fs';
import path from 'node:path';
import { buildEnvironment } from '#client/interception/modes';
import { runInside } from '#client/interception/network';
import { startGate } from '#client/run/gate';
import { expect, folderWith, long, type Open, type Serve, test } from '../tools/fixtures.ts';
import { startConnectProxy } from '../tools/front.ts';
import { everything, inShort, runGate } from './run-gate.ts';

const trust = { pem: '/t/ca.pem', bundle: '/t/bundle.pem', jvmStore: '/t/ca.p12', phpFolder: '/t/php' };
const lists = { baseUrlVariables: [], hosts: ['api.example.com'], allowedHosts: [] };
const mode = { way: 'proxy', address: '127.0.0.1', port: 4711, trust, ...lists } as const;

test("the caller's own variables are kept and added to", () => {
  const env = buildEnvironment(mode, {
    ...{ JAVA_TOOL_OPTIONS: '-Xmx1g', PHP_INI_SCAN_DIR: '/own/php' },
    ...{ NO_PROXY: 'db.local,.corp.example,le.com', NODE_OPTIONS: '--no-warnings' },
  });

  expect(env.JAVA_TOOL_OPTIONS).toMatch(/^-Xmx1g -Dhttp\.proxyHost=127\.0\.0\.1 /);
  expect(env.PHP_INI_SCAN_DIR).toBe('/own/php:/t/php');
  expect(env.NO_PROXY).toBe('localhost,127.0.0.1,::1,db.local,.corp.example,le.com');
  expect(env.NODE_OPTIONS).toMatch(/^--no-warnings --import=file:/);
});

test('a gate that listens on ::1 is named so to its clients', async () => {
  const gate = await startGate({ address: '::1', inherited: {} });
  const { url, environment } = gate;
  const response = await fetch(`${url}/users/test`, { method: 'POST' });
  await gate.stop();

  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect(response.status).toBe(401);
  expect([environment.MP_BASE_URL, environment.HTTPS_PROXY]).toEqual([url, url]);
  expect(environment.SDK_GATE_HOST).toBe('::1');
});

test('a NO_PROXY that names the API leads nothing past the gate', () => {
  for (const entry of ['*', 'api.example.com', '.example.com', '*.example.com', 'example.com'])
    expect(buildEnvironment(mode, { NO_PROXY: entry }).NO_PROXY, entry).toBe('localhost,127.0.0.1,::1');
});

test('a client that rejects the certificate is reported, and so is that nothing else came', long, async () => {
  const url = 'https://api.mercadopago.com/users/test';
  const distrusting = `unset SSL_CERT_FILE CURL_CA_BUNDLE; curl -s ${url}; true`;
  const { code, out, result } = await runGate('--', 'sh', '-c', distrusting);

  expect(code).toBe(1);
  expect(inShort(result())).toEqual(['breach null tls-refused']);
  expect(out).toContain('a TLS connection to api.mercadopago.com:443 through the proxy failed the TLS handshake');
  expect(result().reasons).toContainEqual(expect.stringContaining('No request reached the gate. Use --transparent'));
  expect(result().reasons).toContainEqual(expect.stringContaining('Other traffic: 1 that could not be read'));
});

/** Creates a folder of programs that print a text and fail. */
function programs(texts: Readonly<Record<string, string>>): string {
  const scripts = Object.entries(texts).map(([name, script]) => [name, `#!/bin/sh\n${script}\n`]);
  const folder = folderWith(Object.fromEntries(scripts));
  for (const name of Object.keys(texts)) chmodSync(path.join(folder, name), 0o755);
  return folder;
}

test('--transparent says in one sentence that ip is not installed, and what to take instead', async () => {
  const { code, out, err } = await runGate({ PATH: programs({}) }, '--transparent', '--', 'true');

  const needs = '--transparent needs Linux with ip (iproute2). It failed: spawnSync ip ENOENT.';
  expect([code, out, err]).toEqual([2, '', `${needs} Use --proxy, --node or --base-url.\n`]);
});

for (const [where, unshare, says] of [
  ['unshare is not installed', {}, 'spawnSync unshare ENOENT. Use --proxy'],
  [
    'the kernel makes no namespaces',
    { unshare: 'echo No >&2; exit 1' },
    'No. If .*, run sudo .*_userns=0. Else use --proxy',
  ],
] as const)
  test(`a network of its own is not entered where ${where}`, async () => {
    const { PATH } = process.env;
    process.env.PATH = programs({ ip: 'exit 0', ...unshare });
    const inside = runInside().finally(() => Object.assign(process.env, { PATH }));

    await expect(inside).rejects.toThrow(
      new RegExp(`\\(util-linux, and a kernel that allows namespaces\\). It failed: ${says}`),
    );
  });

/** Starts a registry and the only proxy that can reach it; with a status, the proxy rejects. */
async function surroundings(open: Open, serve: Serve, status?: number) {
  const registry = await serve((_, response) => response.end('a package'));
  const { asked, url } = await open(startConnectProxy(() => status, registry));
  return { asked, proxy: url.replace('//', '//agent:p%40ss-word@') };
}

const install = 'curl -s -p http://registry.example/a-package || echo "not installed: $?"';
const behind = (variables: Readonly<Record<string, string>>, ...options: string[]) =>
  runGate(variables, ...options, '--', 'sh', '-c', install);

test("installs go through the caller's own proxy, with its credentials", long, async ({ open, serve }) => {
  const { asked, proxy } = await surroundings(open, serve);

  const run = await behind({ HTTPS_PROXY: proxy.replace('http://', '') }, '--allow-host', 'registry.example');
  const { out, err, result } = run;

  expect(out, err).toContain('a package');
  expect(everything(run)).not.toMatch(/ss-word/);
  expect(asked).toEqual([['registry.example:80', `Basic ${btoa('agent:p@ss-word')}`]]);
  expect(result().passed).toEqual([{ request: 'registry.example:80', count: 1 }]);
  expect(result().refused).toEqual([]);
});

test("the caller's proxy sees nothing of what is not let out", long, async ({ open, serve }) => {
  const { asked, proxy } = await surroundings(open, serve);

  const { out, result } = await behind({ https_proxy: proxy }, '--allow-host', 'other.example');

  expect(out).toContain('The SDK gate blocked this request: registry.example is not');
  expect(asked).toEqual([]);
  expect(result().refused).toEqual([{ request: 'GET registry.example/a-package', count: 1 }]);
});

test("a rejection by the caller's proxy is passed on, and is no finding", long, async ({ open, serve }) => {
  const { asked, proxy } = await surroundings(open, serve, 407);

  const { out, result } = await behind({ HTTPS_PROXY: proxy }, '--allow-host', '*.example');

  expect(out).toContain('not installed');
  expect(asked).toHaveLength(1);
  expect(result().findings).toEqual([]);
});
