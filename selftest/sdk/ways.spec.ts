import { expect, test } from '@playwright/test';
import { environmentOf } from '../../sdk/entrance/ways.ts';
import { inShort, runGate } from './run-gate.ts';

const trust = { pem: '/t/ca.pem', bundle: '/t/bundle.pem', jvmStore: '/t/ca.p12', phpFolder: '/t/php' };
const entrance = { port: 4711, trust, baseUrlVariables: [], hosts: ['api.example.com'], allowedHosts: [] };

test("the caller's own variables are kept and added to", () => {
  const env = environmentOf('proxy', entrance, {
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
    expect(environmentOf('proxy', entrance, { NO_PROXY: entry }).NO_PROXY).toBe('localhost,127.0.0.1,::1');
  });
}

test('a client that refuses the certificate is told, and so is that nothing else came', async () => {
  const url = 'https://api.mercadopago.com/users/test';
  const distrusting = `unset SSL_CERT_FILE CURL_CA_BUNDLE; curl -s ${url}; true`;
  const { code, out, result } = await runGate('--', 'sh', '-c', distrusting);

  expect(code).toBe(1);
  expect(inShort(result())).toEqual(['breach null tls-refused']);
  expect(out).toContain('a TLS connection to api.mercadopago.com:443 through the proxy came to no handshake');
  expect(result().reasons).toContainEqual(expect.stringContaining('No request reached the gate'));
  expect(result().reasons).toContainEqual(expect.stringContaining('What did: 1 that could not be read'));
});

test('the proxy says what it met where all requests were for other hosts', async () => {
  const { result } = await runGate('--', 'sh', '-c', 'curl -s https://other.example/; true');

  expect(result().reasons).toContainEqual(expect.stringContaining('What did: 1 to other hosts'));
});
