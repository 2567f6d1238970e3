import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { generateCACertificate, getLocal } from 'mockttp';
import { startProvider } from '#mock/server';
import { ownFolder } from '../tools/own-folder.ts';
import { runSuite } from '../tools/run-suite.ts';

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
