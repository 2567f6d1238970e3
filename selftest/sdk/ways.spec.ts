import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { buildEnvironment } from '#client/interception/modes';
import { ownFolder } from '../tools/own-folder.ts';
import { inShort, runGate } from './run-gate.ts';

const trust = { pem: '/t/ca.pem', bundle: '/t/bundle.pem', jvmStore: '/t/ca.p12', phpFolder: '/t/php' };
const mode = {
  way: 'proxy',
  port: 4711,
  trust,
  baseUrlVariables: [],
  hosts: ['api.example.com'],
  allowedHosts: [],
} as const;

test("the caller's own variables are kept and added to", () => {
  const env = buildEnvironment(mode, {
    JAVA_TOOL_OPTIONS: '-Xmx1g',
    PHP_INI_SCAN_DIR: '/own/php',
    NO_PROXY: 'db.local,.corp.example',
    NODE_OPTIONS: '--no-warnings',
  });

  expect(env.JAVA_TOOL_OPTIONS).toMatch(/^-Xmx1g -Dhttp\.proxyHost=127\.0\.0\.1 /);
  expect(env.PHP_INI_SCAN_DIR).toBe('/own/php:/t/php');
  expect(env.NO_PROXY).toBe('localhost,127.0.0.1,::1,db.local,.corp.example');
  expect(env.NODE_OPTIONS).toMatch(/^--no-warnings --import=file:/);
});

for (const entry of ['*', 'api.example.com', '.example.com', '*.example.com', 'example.com']) {
  test(`a NO_PROXY of ${entry} leads nothing past the gate`, () => {
    expect(buildEnvironment(mode, { NO_PROXY: entry }).NO_PROXY).toBe('localhost,127.0.0.1,::1');
  });
}

test('a client that rejects the certificate is reported, and so is that nothing else came', {
  tag: '@long',
}, async () => {
  const url = 'https://api.mercadopago.com/users/test';
  const distrusting = `unset SSL_CERT_FILE CURL_CA_BUNDLE; curl -s ${url}; true`;
  const { code, out, result } = await runGate('--', 'sh', '-c', distrusting);

  expect(code).toBe(1);
  expect(inShort(result())).toEqual(['breach null tls-refused']);
  expect(out).toContain('a TLS connection to api.mercadopago.com:443 through the proxy came to no handshake');
  expect(result().reasons).toContainEqual(expect.stringContaining('No request reached the gate'));
  expect(result().reasons).toContainEqual(expect.stringContaining('What did: 1 that could not be read'));
});

/** Creates a folder of programs that print a text and fail. */
function programs(said: Readonly<Record<string, string>>): string {
  const folder = ownFolder('programs');
  for (const [name, script] of Object.entries(said)) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(folder, name), 0o755);
  }
  return folder;
}

const failingUnshare = 'echo "unshare: unshare failed: Operation not permitted" >&2; exit 1';

for (const { where, said, says } of [
  { where: 'ip is not installed', said: {}, says: 'ip (iproute2), and here: spawnSync ip ENOENT' },
  {
    where: 'unshare is not installed',
    said: { ip: 'exit 0' },
    says: 'unshare (util-linux, and a kernel that lets you make namespaces), and here: spawnSync unshare ENOENT',
  },
  {
    where: 'the kernel makes no namespaces',
    said: { ip: 'exit 0', unshare: failingUnshare },
    says: 'namespaces), and here: unshare: unshare failed: Operation not permitted',
  },
])
  test(`--transparent says in one sentence that ${where}, and what to take instead`, async () => {
    const { code, out, err } = await runGate({ PATH: programs(said) }, '--transparent', '--', 'true');

    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^--transparent needs Linux with .*\. Use --proxy, --node or --base-url\.\n$/);
    expect(err).toContain(says);
  });
