import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { toTemplate } from '#client/result/record';
import { ownFolder } from '../tools/own-folder.ts';
import { everything, inShort, runGate } from './run-gate.ts';

const user = { to: '$MP_BASE_URL/users/test', body: { description: 'a buyer', site_id: 'MLA' } };
const bad = { ...user, body: { description: 'a buyer' } };
const slash = { ...user, to: '$MP_BASE_URL/users/test/' };
const asking = (...requests: readonly object[]) => [
  ...['--', process.execPath, 'selftest/sdk/clients/ask.mjs', ...requests.map((request) => JSON.stringify(request))],
];

test('every request is in the result, free of secrets, and breaches are first in every report', {
  tag: '@long',
}, async () => {
  const run = await runGate('--base-url', ...asking(user, slash, bad));
  const [first, , third] = run.result().requests;
  const text = (file: string) => readFileSync(path.join(run.reports, file), 'utf8');

  expect(first).toMatchObject({
    ...{ number: 1, at: expect.stringMatching(/^\d{4}-.*Z$/), scheme: 'http', host: '127.0.0.1', reached: 'direct' },
    ...{ protocol: 'HTTP/1.1', method: 'POST', target: '/users/test', body: JSON.stringify(user.body), status: 201 },
    ...{ answer: expect.stringContaining('"site_id":"MLA"'), fields: ['description', 'site_id'] },
  });
  expect(first?.headers).toContainEqual(['authorization', 'Bearer [redacted]']);
  expect(third?.number).toBe(3);
  expect(everything(run)).not.toContain('APP_USR-4711-its-own');
  expect(inShort(run.result())).toEqual(['breach test-users schema', 'note test-users trailing-slash']);
  expect(text('sdk.junit.xml')).toContain('<failure type="breach" message="/site_id is missing');
  expect(text('sdk.md')).toContain('## SDK gate: FAILED');
});

test('a breach becomes its response where the client asks for that', { tag: '@long' }, async () => {
  const script = `
    const answer = await fetch(process.env.MP_BASE_URL + '/users/test', {
      method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer APP_USR-1-1' }, body: '{"description":"a"}' });
    console.log(answer.status, (await answer.json()).message);`;
  const { out } = await runGate('--base-url', '--errors-to-client', '--', 'node', '--input-type=module', '-e', script);

  expect(out).toContain('422 Breach of the contract: /site_id is missing (2.3)');
});

test('an old result is removed before the command starts', { tag: '@long' }, async () => {
  const reports = ownFolder();
  writeFileSync(path.join(reports, 'sdk.json'), 'old');
  const { out } = await runGate({ REPORTS_DIR: reports }, '--base-url', '--', 'sh', '-c', `ls ${reports}; echo listed`);

  expect(out.split('listed')[0]).not.toContain('sdk.json');
  expect(existsSync(path.join(reports, 'sdk.json'))).toBe(true);
});

for (const least of ['50%', '3'])
  test(`a run below its minimum coverage fails: ${least} of the fields`, { tag: '@slow' }, async () => {
    const minimum = ['--require', 'oauth-token,test-users', '--min-industries', '2', '--min-fields', least];
    const { code, result } = await runGate('--base-url', ...minimum, ...asking(user));

    expect([code, result().judged.coverage]).toEqual([1, 'failed']);
    expect(result().reasons).toEqual([
      'Never exercised, though required: oauth-token.',
      'Preferences of 0 industries. Expected 2. Name the industry in external_reference to have it counted.',
      `Too few fields: 2 of 77, where ${least} are required.`,
    ]);
  });

test('a run above its minimum coverage passes, and counts the fields that it never sent', {
  tag: '@long',
}, async () => {
  const body = { external_reference: 'utilities-1', payer: { email: 'a@b.example' } };
  const minimum = ['--min-fields', '2', '--min-industries', '1'];
  const { code, out } = await runGate(
    '--base-url',
    ...minimum,
    ...asking({ to: '$MP_BASE_URL/checkout/preferences', body }),
  );

  expect(code).toBe(0);
  expect(out).toMatch(/^Never sent: \d+ fields of these operations/m);
});

test('a finding of a path has the key of every other id', () => {
  for (const [before, after] of [
    ['/v1/payments/1234567', '/v1/payments/{id}'],
    ['/v1/customers/123-abcDEF45678/cards', '/v1/customers/{id}/cards'],
    ['/checkout/preferences/4f1b1c2e-1b7e-4d0e-9d5e-3a4b5c6d7e8f', '/checkout/preferences/{id}'],
    ['/v1/oauth2/search', '/v1/oauth2/search'],
  ] as const)
    expect(toTemplate(before)).toBe(after);
});

test("a secret that is a word of the gate's own leaves its sentences whole", { tag: '@long' }, async () => {
  const script = `
    await fetch(process.env.MP_BASE_URL + '/oauth/token', { method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: 'client_id', client_secret: 'required', grant_type: 'refresh_token', code: 'property' , refresh_token: 7 }) });`;
  const { result } = await runGate('--base-url', '--', 'node', '--input-type=module', '-e', script);

  expect(result().findings.map(({ place, text }) => `${place} ${text}`)).toEqual(['/refresh_token is not a string']);
});

test('a secret in the command line stands nowhere in a report or the console', { tag: '@long' }, async () => {
  const run = await runGate(
    { MY_API_KEY: 'S3cr3t-of-the-environment' },
    ...['--base-url', '--', 'true', '--client-secret', 'S3cr3t-1-of an option', '--password=S3cr3t-2-abc'],
    ...['MP_ACCESS_TOKEN=S3cr3t-3-abc ./run --api-key "S3cr3t-4-abc"', 'Authorization: Bearer S3cr3t-5-abc'],
    ...['https://user:S3cr3t-6-abc@shop.example/?key=S3cr3t-7-abc', 'S3cr3t-of-the-environment', '--grep', 'token'],
  );
  const missing = await runGate('--', 'CLIENT_SECRET=S3cr3t-8-abc');

  expect(everything(run) + everything(missing)).not.toContain('S3cr3t');
  expect(run.result().command).toEqual([
    ...['true', '--client-secret', '[redacted]', '--password=[redacted]'],
    'MP_ACCESS_TOKEN=[redacted] ./run --api-key "[redacted]"',
    ...['Authorization: Bearer [redacted]', 'https://user:[redacted]@shop.example/?key=[redacted]', '[redacted]'],
    ...['--grep', 'token'],
  ]);
  expect(missing.err).toContain('The command CLIENT_SECRET=[redacted] was not found');
});
