import { readFileSync } from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';
import { toTemplate } from '#client/result/record';
import { allureFiles, allureResults, expect, folderWith, long, runCommand, slow, test } from '../tools/fixtures.ts';
import commandLine from './rows/command-line.json' with { type: 'json' };
import templates from './rows/templates.json' with { type: 'json' };
import { everything, type GateProcess, inShort, runGate } from './run-gate.ts';

type Ask = Readonly<{ to: string; method?: string; body?: unknown; token?: string; state?: string; headers?: object }>;

const user = { description: 'a buyer', site_id: 'MLA' };
const good: Ask = { to: '$MP_BASE_URL/users/test', body: user };
const bad: Ask = { ...good, body: { description: 'a buyer' } };

function asking(...requests: readonly Ask[]): string[] {
  return ['--', process.execPath, 'selftest/sdk/clients/ask.mjs', ...requests.map((one) => JSON.stringify(one))];
}

test('a host that is not the API is rejected and listed, without a secret of its URL', long, async () => {
  const own = { ...good, token: 'an-opaque-token', to: 'https://api.seller.example/users/test' };
  const elsewhere = { ...own, to: 'https://not-api.seller.example/its-own-token?access_token=its-own-token' };
  const run = await runGate('--node', '--host', 'api.seller.example', ...asking(own, elsewhere));

  expect(run.out).toContain('201 conformant\n403 conformant');
  expect(run.out).toContain('BLOCKED POST not-api.seller.example/[redacted] (1×)');
  expect(run.result().refused).toEqual([{ request: 'POST not-api.seller.example/[redacted]', count: 1 }]);
  expect(run.result().requests).toHaveLength(1);
  expect(everything(run)).not.toContain('its-own-token');
  expect([run.code, inShort(run.result())]).toEqual([1, ['breach null token-to-other-host']]);
});

test('a request that is none of the six operations passes the gate where that is allowed', slow, async () => {
  const command = asking(good, { to: '$MP_BASE_URL/v1/payments', body: {} });
  const allowed = await runGate('--base-url', '--allow-other-paths', ...command);

  expect([allowed.code, inShort(allowed.result())]).toEqual([0, ['note null operation']]);
});

test('a run without a request, or whose command failed or outlasted its time, fails', slow, async () => {
  const REPORTS_DIR = folderWith({ 'sdk.json': 'of an earlier run' });
  const silent = await runGate({ REPORTS_DIR }, '--base-url', '--', 'sh', '-c', `ls ${REPORTS_DIR}; echo listed`);
  const failing = await runGate('--base-url', '--', 'sh', '-c', 'curl -s $MP_BASE_URL; exit 3');
  const late = await runGate('--ignore-exit', '--timeout', '1', '--', 'sh', '-c', 'sleep 61 & sleep 61');

  expect(silent.out.split('listed')[0]).not.toContain('sdk.json');
  expect([silent.code, silent.result().reasons]).toEqual([1, [expect.stringContaining('No request reached the gate')]]);
  expect([failing.code, late.code]).toEqual([1, 1]);
  expect(failing.result().reasons).toContain('Replies conformant: the command ended with exit code 3.');
  expect(late.result().reasons).toContain('Replies conformant: the command was still running after 1 s.');
  expect(late.result().rounds).toEqual([expect.objectContaining({ timedOut: true, survived: false })]);
});

test('a baseline keeps old breaches, and reports new ones, those that are gone, and lost coverage', slow, async () => {
  const agreement = { to: '$MP_BASE_URL/v2/wallet_connect/agreements', body: { external_flow_id: 'f' }, token: '' };
  const first = await runGate('--base-url', ...asking(bad, agreement));
  const baseline = ['--base-url', '--baseline', path.join(first.reports, 'sdk.json')];
  const same = await runGate(...baseline, ...asking(bad, agreement));
  const other = await runGate(...baseline, ...asking({ ...good, body: { ...user, site_id: 7 } }));

  expect([first.code, everything(first).match(/<failure /g)?.length]).toEqual([1, 2]);
  expect([same.code, same.out]).toEqual([0, expect.stringContaining('KNOWN test-users: /site_id is missing')]);
  expect(other.code).toBe(1);
  expect(other.out).toContain('BREACH test-users: /site_id is not a string; actual: 7');
  expect(other.result().gone).toEqual(['test-users · schema · /site_id · is missing']);
  expect(other.result().lost).toEqual(['wallet-agreements', 'wallet-agreements external_flow_id']);
});

test('the command learns its replies, and a base URL comes in any variable', long, async () => {
  const { code, out, result } = await runGate(
    ...['--base-url-variable', 'THE_API', '--replies', 'conformant', '--replies', 'variation:6'],
    ...asking({ ...good, to: '$THE_API/users/test' }, { ...good, to: 'https://other.example/', token: '' }),
  );

  expect(out).toContain('201 conformant\n403 conformant\n200 variation:6');
  const { replies } = result().operations.find(({ endpoint }) => endpoint === 'test-users') ?? {};
  expect(replies).toEqual({ given: 2, survived: 2 });
  expect(result().refused).toEqual([{ request: 'POST other.example/', count: 2 }]);
  expect(code).toBe(0);
});

test('a command that asks for provider states has its own credentials kept', long, async () => {
  const kept = { ...good, state: 'an access token' };
  const { out, code } = await runGate('--base-url', '--keep-credentials', ...asking(kept, good));

  expect(out).toContain('201 conformant\n401 conformant');
  expect(code).toBe(0);
});

test.describe('the reports', () => {
  let run: GateProcess;
  const text = (file: string) => readFileSync(path.join(run.reports, file), 'utf8');
  const breach = { ...good, body: { description: 'a <b>buyer</b>', site_id: 7 } };
  const payments = { to: '$MP_BASE_URL/payments' };

  test.beforeAll(async () => {
    const slash = { ...good, to: '$MP_BASE_URL/users/test/' };
    run = await runGate('--base-url', ...asking(good, slash, breach, payments));
  });

  test('every request is in the result, free of secrets, and breaches are first in every report', () => {
    const [first, , third] = run.result().requests;

    expect(run.code).toBe(1);
    expect(first).toMatchObject({
      ...{ number: 1, at: expect.stringMatching(/^\d{4}-.*Z$/), scheme: 'http', host: '127.0.0.1', reached: 'direct' },
      ...{ protocol: 'HTTP/1.1', method: 'POST', target: '/users/test', body: JSON.stringify(user), status: 201 },
      ...{ answer: expect.stringContaining('"site_id":"MLA"'), fields: ['description', 'site_id'] },
    });
    expect(first?.headers).toContainEqual(['authorization', 'Bearer [redacted]']);
    expect(third?.number).toBe(3);
    expect(everything(run)).not.toContain('APP_USR-4711-its-own');
    const found = ['breach test-users schema', 'breach null operation', 'note test-users trailing-slash'];
    expect(inShort(run.result())).toEqual(found);
    expect(text('sdk.junit.xml')).toContain('<failure type="breach" message="/site_id is not a string');
  });

  test('sdk.md tells each breach with its first request', () => {
    expect(text('sdk.md')).toContain('## SDK gate: FAILED');
    expect(text('sdk.md')).toMatch(
      /- \*\*test-users\*\* `\/site_id` `is not a string; actual: 7`.*\n\n {6}POST \/users\/test HTTP\/1\.1\n/,
    );
    expect(text('sdk.md')).toContain('"site_id":7');
    expect(text('sdk.md')).toContain('is not one of the six operations');
  });

  test('the Allure results of the gate stand under the project sdk, a result a rule', () => {
    const results = allureResults(run.reports);
    const epics = results.flatMap(({ labels }) => labels).filter(({ name }) => name === 'epic');
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['broken', 'failed', 'passed', 'skipped']));
    expect(new Set(epics.map(({ value }) => value))).toEqual(new Set(['sdk']));
  });

  test('the Allure report is made of the gate alone', long, async () => {
    const { code, stderr } = await runCommand('report', [], { REPORTS_DIR: run.reports });

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(allureFiles(run.reports, 'widgets/variables.json')[0] ?? '')).toMatchObject({
      Verdict: 'FAILED',
      Way: 'base-url',
    });
  });
});

for (const least of ['50%', '3'])
  test(`a run below its minimum coverage fails: ${least} of the fields`, slow, async () => {
    const minimum = ['--require', 'oauth-token,test-users', '--min-industries', '2', '--min-fields', least];
    const { code, result } = await runGate('--base-url', ...minimum, ...asking(good));

    expect([code, result().judged.coverage]).toEqual([1, 'failed']);
    expect(result().reasons).toEqual([
      'Required operations that were not exercised: oauth-token.',
      'Industries exercised: 0. Expected at least 2. Put the name of the industry into external_reference.',
      `Fields sent: 2 of 77. Expected at least ${least}.`,
    ]);
  });

test('a run above its minimum coverage passes, and counts what its operations alone never sent', long, async () => {
  const body = { external_reference: 'utilities-1', payer: { email: 'a@b.example' } };
  const minimum = ['--operations', 'checkout-preferences,instore-orders', '--min-fields', '2', '--min-industries', '1'];
  const request = { to: '$MP_BASE_URL/checkout/preferences', body };
  const { code, out, result } = await runGate('--base-url', ...minimum, ...asking(request));

  const { operations, fields } = result().coverage;
  expect([code, operations]).toEqual([0, { met: ['checkout-preferences'], never: ['instore-orders'] }]);
  expect(fields.never.filter((field) => !field.startsWith('checkout-preferences '))).toEqual([]);
  expect(out).toContain(`Not sent: ${fields.never.length} fields of the exercised operations`);
});

test('a finding of a path has the key of every other id', () => {
  for (const [before, after] of Object.entries(templates)) expect(toTemplate(before)).toBe(after);
});

test("a breach becomes its response on request, and no secret cuts the gate's own words", long, async () => {
  const script = `
  const post = (path, body) => fetch(process.env.MP_BASE_URL + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const answer = await post('/oauth/token', { client_id: 'client_id', client_secret: 'required', grant_type: 'refresh_token', code: 'property', refresh_token: 7 });
  console.log(answer.status, (await answer.json()).message);`;
  const asked = ['--base-url', '--errors-to-client', '--', 'node', '--input-type=module', '-e', script];
  const { out, result } = await runGate(...asked);

  expect(out).toContain('422 Breach of the contract: /refresh_token is not a string (2.1)');
  expect(result().findings.map(({ place, text }) => `${place} ${text}`)).toEqual(['/refresh_token is not a string']);
});

test('a secret that is known later is in no report, and in a zip file it is an error', long, async () => {
  const secret = 'Zk3pQ9vX7mW2sL5tR8yB4nC6';
  const bytes = Buffer.from(secret);
  const forms = [secret, bytes.toString('base64'), bytes.toString('hex'), [...secret].reverse().join('')];
  const packed = Buffer.from(zipSync({ a: bytes })).toString('base64');
  const early = [...forms, packed].map((form) => ({
    ...{ to: `$MP_BASE_URL/users/${form}?a=${form}`, body: { [form]: form } },
    headers: { 'user-agent': `sdk/${form}`, [`x-${form}`]: form },
  }));
  const given = { client_id: '4711', client_secret: secret, grant_type: 'client_credentials', [secret]: 'x' };
  const token = { to: '$MP_BASE_URL/oauth/token', body: given };
  const run = await runGate('--base-url', '--other-paths', 'note', ...asking(...early, token));
  const written = everything(run).toLowerCase();

  expect(written).toContain('/users/[redacted');
  expect(run.result().errors).toEqual([expect.stringMatching(/^The reports contain \d+ secrets\./)]);
  expect(forms.filter((form) => written.includes(form.toLowerCase()))).toEqual([]);
});

test('a secret of a body, a header, a URL or what is no HTTP is in no report, whatever its form', long, async () => {
  const run = await runGate('--base-url', '--', process.execPath, 'selftest/sdk/clients/leaks.mjs');

  expect(run.out).toContain('44 secrets');
  expect(everything(run).match(/S3cr3t.{0,9}/g) ?? []).toEqual([]);
});

test('a secret in the command line stands nowhere in a report or the console', long, async () => {
  const given = commandLine.map((word) => word.replace(/[«»]/g, ''));
  const run = await runGate({ MY_API_KEY: 'S3cr3t-of-the-environment' }, '--base-url', '--', ...given);
  const missing = await runGate('--base-url', '--', 'CLIENT_SECRET=S3cr3t-9-abc');

  expect([missing.code, missing.out]).toEqual([2, '']);
  expect(run.err).toContain('\nis [redacted]\n');
  expect(everything(run) + everything(missing)).not.toContain('S3cr3t');
  expect(run.result().command).toEqual(commandLine.map((word) => word.replace(/«.*?»/g, '[redacted]')));
  expect(missing.err).toContain('The command CLIENT_SECRET=[redacted] was not found');
});
