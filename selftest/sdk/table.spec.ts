import { expect, test } from '@playwright/test';
import { getText } from '#api/exchange';
import { endpoints } from '#api/operations';
import { findForeignPaths, findIndustries } from '#client/contract/fields';
import { checks } from '#client/contract/judge';
import { type Gate, startGate } from '#client/run/gate';
import { type Industry, industries, industrySchema } from '#factories/preferences/industry';
import { preference } from '#factories/preferences/preference';
import { ask, findingsIn, type Row, readRows, type Short } from './request.ts';
import { encodedRows, protocolRows } from './rows/protocol.ts';

const classes: Readonly<Record<string, readonly Row[]>> = {
  ...{ ...readRows('rows'), ...readRows('faulty') },
  ...{ encoding: encodedRows, protocol: protocolRows },
};

// One gate for all rows: a row resets the data of the row before it.
let gate: Gate;
test.beforeAll(async () => {
  gate = await startGate();
});
test.afterAll(() => gate.stop());

for (const [about, rows] of Object.entries(classes))
  test(`the gate finds in each request what it has to, and nothing else: ${about}`, async () => {
    for (const row of rows) {
      gate.reset();
      await ask(Number(new URL(gate.url).port), row);

      const of = `${row.what} (${row.of})`;
      const { log } = gate;
      await expect.poll(() => log.requests.length + log.unparsed.length, of).toBeGreaterThan(0);
      const found = () => gate.findings().map(({ level, rule }) => `${level} ${rule}`);
      await expect.poll(() => found().sort(), { message: of, intervals: [5] }).toEqual(row.found);
      expect(log.errors, of).toEqual([]);
      const numbers = [...log.requests, ...log.unparsed].map(({ number }) => number);
      expect(new Set(numbers).size, of).toBe(numbers.length);
    }
  });

test('the table has 321 rows, and each rule has one that violates it', () => {
  const all = Object.values(classes).flat();
  const covered = new Set(all.flatMap(({ found }) => found.map((line) => line.split(' ')[1])));

  expect(all.length).toBe(321);
  expect(checks.map(({ rule }) => rule).filter((rule) => !covered.has(rule))).toEqual([]);
});

test('a client_secret or a refresh token as a later token is a breach, and an access token is none', async () => {
  const port = Number(new URL(gate.url).port);
  for (const [name, found, client_secret = 'hush-hush'] of [
    ['client_secret', ['secret-elsewhere']],
    ['refresh_token', ['secret-elsewhere']],
    ['access_token', []],
    ['client_secret', ['token-elsewhere'], 'APP_USR-4711-112123-abc'],
  ] as const) {
    gate.reset();
    const given = { client_id: '4711', client_secret };
    const body = JSON.stringify({ ...given, grant_type: 'refresh_token', refresh_token: 'TG-4711' });
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
    const response = await fetch(`${gate.url}/oauth/token`, init);
    const token = getText(Object.assign({}, await response.json(), given), name);
    await ask(port, { of: 'test-users', what: 'a user', change: { authorization: `Bearer ${token}` }, found: [] });

    await expect.poll(() => gate.log.requests.length).toBe(2);
    expect(gate.findings().map(({ rule }) => rule)).toEqual(found);
  }
});

/** Returns the industries with the same fields in 2.7, which no body can distinguish. */
function alike(industry: Industry): Industry[] {
  const fieldsOf = (each: Industry) => JSON.stringify(industrySchema(each));
  return industries.filter((each) => fieldsOf(each) === fieldsOf(industry));
}

test('the fields of a full preference tell its industry, and a reference that names one tells it whatever they are', () => {
  for (const industry of industries) {
    expect(findIndustries(preference(industry, { seed: 7 }))).toEqual(alike(industry));
    expect(findIndustries({ external_reference: `${industry}-0001` })).toEqual([industry]);
    expect(findIndustries({ items: [{ category_id: industry }] })).toEqual([industry]);
    expect(findForeignPaths(preference(industry, { seed: 7 }), industry)).toEqual([]);
  }
});

test('a word that merely begins like an industry names none', () => {
  expect(findIndustries({ items: [{ category_id: 'electronics' }] })).toEqual(alike('utilities'));
});

test('the gate finds nothing in a good request of an operation', () => {
  for (const of of endpoints) expect(findingsIn({ of }, true), of).toEqual([]);
});

test('what the reference does not list is a breach only where the gate is strict', () => {
  const unlisted: Short = { of: 'wallet-agreements', body: { colour: 'red' } };

  expect(findingsIn(unlisted)).toEqual(['note unknown-member: /colour is not listed in the reference']);
  expect(findingsIn(unlisted, true)).toEqual(['breach unknown-member: /colour is not listed in the reference']);
});

test('a finding inside an array names no index, and none shows a secret', () => {
  const items = [{ quantity: '1' }, { quantity: '2' }];
  const body = { external_reference: 'utilities', items };
  const secret = { client_id: '4711', client_secret: 12345678, grant_type: 'refresh_token' };

  expect(findingsIn({ of: 'checkout-preferences', body })).toEqual([
    'breach number-as-text: /items/*/quantity is not an integer; actual: "1"',
    'breach number-as-text: /items/*/quantity is not an integer; actual: "2"',
  ]);
  expect(findingsIn({ of: 'oauth-token', body: secret })).toEqual(['breach schema: /client_secret is not a string']);
});
