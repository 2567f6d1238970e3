import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorRounds } from '#client/responses/sequences';
import { industries } from '#factories/preferences/industry';
import { preference } from '#factories/preferences/preference';
import { expect, long, slow, test } from '../tools/fixtures.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { everything, inShort, runGate } from './run-gate.ts';

const script = (text: string) => ['--', process.execPath, '--input-type=module', '-e', `${asking}\n${text}`];

/** Short form of an SDK's test suite: ask(method, path, body, token) returns the response. */
const asking = `
const ask = async (method, path, body, token = 'APP_USR-4711-its-own') => { const headers = { authorization: 'Bearer ' + token, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(process.env.MP_BASE_URL + path, { method, headers, body: body && JSON.stringify(body) });
  return { status: answer.status, ...(await answer.json().catch(() => ({}))) };
};`;

test('what was created can be read, updated, searched and deleted, and is no breach', long, async () => {
  const { code, out, result } = await runGate(
    ...['--base-url', '--other-paths', 'answer'],
    ...script(`
      const preference = await ask('POST', '/checkout/preferences', { external_reference: 'retail-77', items: [{ id: 'a' }] });
      const path = '/checkout/preferences/' + preference.id;
      console.log('created', preference.status, preference.external_reference, preference.items[0].id, typeof preference.init_point);
      console.log('read', (await ask('GET', path)).external_reference);
      console.log('updated', (await ask('PUT', path, { expires: true })).expires, (await ask('GET', path)).expires);
      const found = await ask('GET', '/checkout/preferences/search?external_reference=retail-77');
      console.log('found', found.total, found.elements[0].id === preference.id);
      console.log('none', (await ask('GET', '/checkout/preferences/search?external_reference=other')).total);
      console.log('deleted', (await ask('DELETE', path)).status, (await ask('GET', path)).status);`),
  );

  expect(out).toContain(
    'created 201 retail-77 a string\nread retail-77\nupdated true true\nfound 1 true\nnone 0\ndeleted 200 404',
  );
  expect(inShort(result()).filter((line) => line.startsWith('breach'))).toEqual([]);
  expect(code).toBe(0);
});

test('what another path creates can be read, and a path that misses one of the six creates nothing', long, async () => {
  const missed = [
    '/checkout/preference',
    '/v1/checkout/preferences',
    '/oauth/tokens',
    '/v1/users',
    '/wallet-connect/agreements',
  ];
  const { out, result } = await runGate(
    ...['--base-url', '--other-paths', 'answer'],
    ...script(`
      const { id, status } = await ask('POST', '/v1/customers', { email: 'a@b.example' });
      console.log('created', status, (await ask('GET', '/v1/customers/' + id)).email);
      console.log('searched', (await ask('GET', '/v1/payments/search?id=7')).status);
      for (const path of ${JSON.stringify(missed)}) console.log('missed', (await ask('POST', path, { a: 1 })).status);`),
  );

  expect(out).toContain(`created 201 a@b.example\nsearched 200\n${'missed 404\n'.repeat(missed.length)}`);
  expect(inShort(result())).toHaveLength(3 + missed.length);
});

test(
  'other paths are answered by stubs from a file, and tokens that are meant to fail stay as they are',
  long,
  async () => {
    const stubs = path.join(ownFolder(), 'stubs.json');
    const rows = [
      { method: 'GET', path: '/v1/payments/{id}', body: { status: 'approved' } },
      { method: 'GET', path: '/checkout/preferences/{id}', body: { status: 'stubbed' } },
      { method: 'POST', path: '/users/test', body: { nickname: 'TESTSTUB' } },
    ];
    writeFileSync(stubs, JSON.stringify(rows));
    const { out, code } = await runGate(
      ...['--base-url', '--stubs', stubs, '--keep', 'APP_USR-mine'],
      ...script(`
      console.log('payment', (await ask('GET', '/v1/payments/7')).status);
      console.log('other', (await ask('GET', '/v1/refunds/7')).status);
      console.log('meant', (await ask('GET', '/v1/payments/7', undefined, 'invalid_token')).status);
      const { id } = await ask('POST', '/checkout/preferences', { items: [{ id: 'a' }] });
      console.log('created', (await ask('GET', '/checkout/preferences/' + id)).status);
      const create = (token) => ask('POST', '/users/test/', { description: 'a', site_id: 'MLA' }, token);
      const user = await create();
      console.log('user', user.nickname, user.site_id, (await ask('GET', '/users/test/' + user.id)).nickname);
      for (const token of ['invalid_access_token', 'APP_USR-mine']) console.log(token, (await create(token)).status);`),
    );

    expect(out).toContain('payment approved\nother 404\nmeant 401\ncreated stubbed\nuser TESTSTUB MLA TESTSTUB');
    expect(out).toContain('invalid_access_token 401\nAPP_USR-mine 401');
    expect(code).toBe(0);
  },
);

test('requests and exit code are judged apart, and the result says which of the two failed', slow, async () => {
  const fine = `await ask('POST', '/users/test', { description: 'a', site_id: 'MLA' }); process.exit(3);`;
  const wrong = `await ask('POST', '/users/test', { description: 'a' });`;
  const failing = await runGate('--base-url', ...script(fine));
  const ignored = await runGate('--base-url', '--ignore-exit', ...script(fine));
  const breaching = await runGate('--base-url', '--ignore-exit', ...script(wrong));

  const passed = { contract: 'passed', command: 'passed', coverage: 'passed', gate: 'passed' };
  expect([failing.code, failing.result().judged]).toEqual([1, { ...passed, command: 'failed' }]);
  expect([ignored.code, ignored.result().verdict]).toEqual([0, 'PASSED']);
  expect([breaching.code, breaching.result().judged]).toEqual([1, { ...passed, contract: 'failed' }]);
});

/** The official Node SDK, unmodified: it writes the requests; its user supplies the preferences. */
const bodies = industries.slice(0, 5).map((industry) => preference(industry, { tag: industry }));
const command = [process.execPath, 'selftest/sdk/clients/official.mjs', JSON.stringify(bodies)];

/** The gate's findings in version 3.6.1: see docs/gate-an-sdk.md. */
const findings = [
  'note oauth-token authorization-of-none',
  'note checkout-preferences trailing-slash',
  'note point-payment-intents content-type-without-body',
];

test('the official Node SDK goes through the gate by --proxy', long, async () => {
  const { code, out, result } = await runGate('--proxy', '--', ...command);

  for (const line of ['create 200 access_token', 'refresh 200 access_token', 'cancel 200 id its own'])
    expect(out).toContain(line);
  expect(inShort(result())).toEqual(findings);
  expect(result().coverage.operations.met).toEqual(['oauth-token', 'checkout-preferences', 'point-payment-intents']);
  expect(result().coverage.industries.met).toEqual(industries.slice(0, 5));
  expect(result().requests.map(({ status }) => status)).toEqual([200, 200, 201, 201, 201, 201, 201, 200]);
  expect(code).toBe(0);
});

test(
  'the official Node SDK survives by --node every documented error of the operations that it has',
  slow,
  async () => {
    const run = await runGate('--node', '--replies', 'errors', '--', ...command);
    const expected = errorRounds(new Set(['oauth-token', 'point-payment-intents'])).map(({ name }) => name);

    expect(run.result().rounds.map(({ name }) => name)).toEqual(['conformant', ...expected]);
    expect(run.result().rounds.filter(({ survived }) => !survived)).toEqual([]);
    expect(run.result().coverage.errors.met).toEqual(expected);
    expect(inShort(run.result())).toEqual(findings);
    for (const line of ['cancel 200 id its own', 'create MPRateLimitError 429']) expect(run.out).toContain(line);
    for (const secret of ['the-sdk-s-own-secret', 'its-own-code', 'its-own-refresh', '112104-its-own'])
      expect(everything(run)).not.toContain(secret);
  },
);
