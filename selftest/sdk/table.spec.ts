import { expect, test } from '@playwright/test';
import { checks } from '#client/contract/judge';
import { type Gate, startGate } from '#client/run/gate';
import { ask } from './ask.ts';
import { bodyRows, jsonRows } from './rows/body.ts';
import { faultyRequests } from './rows/faulty.ts';
import { headerRows, mediaTypeRows, methodRows } from './rows/header.ts';
import { parameterRows, pathRows } from './rows/parameter.ts';
import { protocolRows, transportRows } from './rows/protocol.ts';
import type { Row } from './rows/row.ts';

/** Allowed and forbidden requests of an SDK, by subject. */
const classes: Readonly<Record<string, readonly Row[]>> = {
  method: methodRows,
  path: pathRows,
  parameter: parameterRows,
  header: headerRows,
  'media type': mediaTypeRows,
  body: bodyRows,
  JSON: jsonRows,
  transport: transportRows,
  protocol: protocolRows,
};

// One gate for all rows: a row resets the data of the row before it.
let gate: Gate;
test.beforeAll(async () => {
  gate = await startGate();
});
test.afterAll(() => gate.stop());

for (const [about, rows] of Object.entries(classes))
  for (const row of rows) {
    const verb = row.found.length > 0 ? 'flags' : 'allows';
    test(`the gate ${verb}, of ${about}: ${row.what} (${row.of})`, async () => {
      gate.reset();
      await ask(Number(new URL(gate.url).port), row);

      const { log } = gate;
      await expect.poll(() => log.requests.length + log.strays.length).toBeGreaterThan(0);
      await expect
        .poll(() =>
          gate
            .findings()
            .map(({ level, rule }) => `${level} ${rule}`)
            .sort(),
        )
        .toEqual(row.found);
      expect(log.errors).toEqual([]);
      const numbers = [...log.requests, ...log.strays].map(({ number }) => number);
      expect(new Set(numbers).size).toBe(numbers.length);
    });
  }

test('the table has at least 120 rows, and each rule has one that violates it', () => {
  const all = Object.values(classes).flat();
  const covered = new Set(all.flatMap(({ found }) => found.map((line) => line.split(' ')[1])));

  expect(all.length).toBeGreaterThanOrEqual(120);
  expect(checks.map(({ rule }) => rule).filter((rule) => !covered.has(rule))).toEqual([]);
});

test('the gate reports each of 154 faulty requests', async () => {
  const missed: string[] = [];
  for (const row of faultyRequests) {
    gate.reset();
    await ask(Number(new URL(gate.url).port), row);
    const { requests, strays } = gate.log;
    await expect.poll(() => requests.length + strays.length, { intervals: [5] }).toBeGreaterThan(0);
    if (gate.findings().length === 0) missed.push(`${row.of}: ${row.what}`);
  }

  expect([missed, faultyRequests.length]).toEqual([[], 154]);
});

test('a client_secret as the token of a later request is a breach, and another token is none', async () => {
  const port = Number(new URL(gate.url).port);
  const rows = (token: string): Row[] => [
    { of: 'oauth-token', what: 'a token request', found: [] },
    { of: 'test-users', what: 'a user', change: { authorization: `Bearer ${token}` }, found: [] },
  ];
  for (const [token, found] of [
    ['hush-hush', ['secret-elsewhere']],
    ['another-token', []],
  ] as const) {
    gate.reset();
    for (const [index, row] of rows(token).entries()) {
      await ask(port, row);
      await expect.poll(() => gate.log.requests.length).toBe(index + 1);
    }

    expect(gate.findings().map(({ rule }) => rule)).toEqual(found);
  }
});
