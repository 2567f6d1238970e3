import { expect, test } from '@playwright/test';
import { checks } from '#client/contract/judge';
import { type Gate, startGate } from '#client/run/gate';
import { ask } from './ask.ts';
import { bodyRows } from './rows/body.ts';
import { headerRows } from './rows/header.ts';
import { jsonRows } from './rows/json.ts';
import { mediaTypeRows } from './rows/media-type.ts';
import { methodRows } from './rows/method.ts';
import { parameterRows } from './rows/parameter.ts';
import { pathRows } from './rows/path.ts';
import { protocolRows } from './rows/protocol.ts';
import type { Row } from './rows/row.ts';
import { transportRows } from './rows/transport.ts';

/** Holds what an SDK may do and what it may not, by what it is about. */
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

// One gate for all: a row forgets what the row before it left.
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
    });
  }

test('the table has at least 120 rows, of which each rule has one that breaks it', () => {
  const all = Object.values(classes).flat();
  const covered = new Set(all.flatMap(({ found }) => found.map((line) => line.split(' ')[1])));

  expect(all.length).toBeGreaterThanOrEqual(120);
  expect(checks.map(({ rule }) => rule).filter((rule) => !covered.has(rule))).toEqual([]);
});
