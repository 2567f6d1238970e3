import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { singleVariations, variation } from '#mock/variations';
import { ownFolder } from '../tools/own-folder.ts';
import { runCommand } from '../tools/run-command.ts';
import { runSuite } from '../tools/run-suite.ts';

const orders = '--project=instore-orders';
type Choices = ReturnType<typeof variation>;

/** The variation of the embedded provider that differs from the default in this choice alone. */
function variationWith<Name extends keyof Choices>(name: Name, value: Choices[Name]): string {
  const numbers = Array.from({ length: singleVariations }, (_, index) => index + 1);
  return String(numbers.find((number) => variation(number)[name] === value));
}

/** A folder with the accepted answers of the embedded provider, from a run with other payloads. */
async function acceptedFolder(...selection: string[]): Promise<string> {
  const LEDGERS_DIR = ownFolder('ledgers');
  const { reports } = await runSuite({ SEED: '1', WORKERS: '1', LEDGERS_DIR }, ...selection);
  const { stderr } = await runCommand('ledger', ['accept'], {
    REPORTS_DIR: reports,
    LEDGERS_DIR,
  });
  expect(stderr).toBe('');
  return LEDGERS_DIR;
}

let LEDGERS_DIR = '';
test.beforeAll(async () => {
  LEDGERS_DIR = await acceptedFolder(orders);
});

test('the same target shows no drift with another seed and other workers', { tag: '@long' }, async () => {
  const run = await runSuite({ LEDGERS_DIR, SEED: '2', WORKERS: '2', DRIFT: 'fail' }, orders);

  expect(run.code).toBe(0);
  expect(run.document().drift).toMatchObject({ changed: [], new: [], gone: [] });
  expect(run.document().drift?.same).toBeGreaterThan(10);
  expect(run.output).toContain(`Drift: none from ${LEDGERS_DIR}/embedded.json`);
});

const drifts = [
  {
    choice: 'the status of a deletion',
    MOCK_VARIATION: variationWith('deletionStatus', 202),
    lines: [
      '{"status":204} → {"status":202}',
      '  ORD-62 Which status does a deletion have?',
      '  instore-orders Success status',
    ],
  },
];

for (const { choice, MOCK_VARIATION, lines } of drifts) {
  test(`another choice of ${choice} is reported as old → new, and nothing else`, {
    tag: '@long',
  }, async () => {
    const run = await runSuite({ LEDGERS_DIR, MOCK_VARIATION }, orders);

    const places = lines.length - 1;
    const printed = run.output.split('\n');
    const at = printed.findIndex((line) => line.startsWith('DRIFT from'));
    expect(printed[at]).toContain(`: ${places} changed, 0 new, 0 gone, `);
    expect(printed.slice(at + 1, at + 2 + lines.length)).toEqual([
      ...lines.map((line) => `  ${line}`),
      '  To accept: npm run conformance -- ledger accept',
    ]);
    expect(run.code).toBe(0);
    expect(run.document().drift?.changed).toHaveLength(places);
  });
}

test('DRIFT=fail fails a run for a change', { tag: '@long' }, async () => {
  const MOCK_VARIATION = variationWith('absentOrder', 404);

  const run = await runSuite({ LEDGERS_DIR, MOCK_VARIATION, DRIFT: 'fail' }, '--project=instore-orders');

  expect(run.code).toBe(1);
  expect(run.document().counts.must.failed).toBe(0);
  expect(run.output).toContain('DRIFT=fail: the run fails.');
});

test('DRIFT=fail without a ledger of this target is red, and names the ledgers that exist', {
  tag: '@slow',
}, async () => {
  const others = ownFolder('ledgers');
  const text = readFileSync(path.join(LEDGERS_DIR, 'embedded.json'), 'utf8');
  writeFileSync(path.join(others, 'embeded.json'), text.replace('"target": "embedded"', '"target": "embeded"'));
  const one = [orders, '--grep', '@ORD-62'];

  const mistyped = await runSuite({ LEDGERS_DIR: others, DRIFT: 'fail' }, ...one);
  const first = await runSuite({ LEDGERS_DIR: path.join(others, 'none'), DRIFT: 'fail' }, ...one);
  const warns = await runSuite({ LEDGERS_DIR: others }, ...one);

  expect([mistyped.code, first.code, warns.code]).toEqual([1, 1, 0]);
  expect(mistyped.document().decision.words).toContain('DRIFT=fail: no ledger of embedded is accepted.');
  expect(mistyped.output).toContain('Ledgers exist for: embeded. Check TARGET');
  expect(first.output).toContain('To accept the responses of this run: npm run conformance -- ledger accept');
});

test('a ledger file that holds the ledger of another target ends the run in one sentence', {
  tag: '@long',
}, async () => {
  const folder = ownFolder('ledgers');
  const text = readFileSync(path.join(LEDGERS_DIR, 'embedded.json'), 'utf8');
  writeFileSync(path.join(folder, 'embedded.json'), text.replace('"target": "embedded"', '"target": "Embedded"'));

  const run = await runSuite({ LEDGERS_DIR: folder }, orders);

  expect(run.code).toBe(4);
  expect(run.output).toMatch(
    /embedded\.json is the ledger of "Embedded"\. Expected "embedded"\. Set TARGET or rename the file\.\n$/,
  );
});

test('a part of an operation is held against what it asked', { tag: '@long' }, async () => {
  const run = await runSuite({ LEDGERS_DIR, DRIFT: 'fail' }, orders, '--grep', '@ORD-6');

  expect(run.code).toBe(0);
  const { same = 0, ...rest } = run.document().drift ?? {};
  expect(same).toBeGreaterThan(3);
  expect(rest).toMatchObject({ changed: [], new: [], gone: [] });
});

test('what the tests of one operation send to others is not recorded of those', {
  tag: '@slow',
}, async () => {
  const run = await runSuite({ LEDGERS_DIR }, '--project=oauth-token', '--grep', '@TOK-75');

  expect(Object.keys(run.document().observed)).toEqual(['oauth-token']);
  expect(Object.keys(run.document().times)).toEqual(['oauth-token']);
});

test('a ledger that is broken ends the run in one sentence before any request', {
  tag: '@long',
}, async () => {
  const folder = ownFolder('ledgers');
  const file = path.join(folder, 'embedded.json');
  writeFileSync(file, readFileSync(path.join(LEDGERS_DIR, 'embedded.json'), 'utf8').slice(0, -3));

  const run = await runSuite({ LEDGERS_DIR: folder }, orders);

  expect(run.code).not.toBe(0);
  expect(run.output.trim()).toMatch(/^\S+embedded\.json is no JSON: Close brace expected at line \d+\.$/);
});
