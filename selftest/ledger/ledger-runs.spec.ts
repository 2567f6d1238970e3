import { readFileSync } from 'node:fs';
import path from 'node:path';
import { singleVariations, variation } from '#mock/variations';
import { getAnswers, ledgerText } from '#results/ledger/answers';
import { readBefore } from '#results/unfinished';
import { readSettings } from '#run/settings/settings';
import { expect, fileWith, folderWith, long, orderWaiver, runSuite, slow, test, waivers } from '../tools/fixtures.ts';

const orders = '--project=instore-orders';
const nothing = { changed: [], new: [], gone: [] };
type Choices = ReturnType<typeof variation>;

function variationWith<Name extends keyof Choices>(name: Name, value: Choices[Name]): string {
  const numbers = Array.from({ length: singleVariations }, (_, index) => index + 1);
  return String(numbers.find((number) => variation(number)[name] === value));
}

/** Folder of the accepted ledger of the embedded provider. */
const LEDGERS_DIR = 'ledgers';

test('the same target shows no drift with another seed and other workers', slow, async () => {
  const run = await runSuite({ LEDGERS_DIR, SEED: '2', DRIFT: 'fail' }, '--workers=2', orders);

  expect(run.code).toBe(0);
  expect(run.document().drift).toMatchObject(nothing);
  expect(run.document().drift?.same).toBeGreaterThan(10);
  expect(run.prose).toContain(`Drift: none from ${LEDGERS_DIR}/embedded.json`);
});

test('another status of a deletion is reported as old → new, and DRIFT=fail fails the run for it', long, async () => {
  const changed = { LEDGERS_DIR, MOCK_VARIATION: variationWith('deletionStatus', 202) };
  const run = await runSuite(changed, orders);
  const failing = await runSuite({ ...changed, DRIFT: 'fail' }, orders, '--grep', '@ORD-62');

  expect(run.prose).toMatch(/ DRIFT from \S+: 2 changed, 0 new, 0 gone, /);
  const printed = [
    '  {"status":204} → {"status":202}',
    '    ORD-62 Which status does a deletion have?',
    '    instore-orders Success status',
    '  To accept: npm run conformance -- ledger accept',
  ];
  expect(run.output).toContain(`\n${printed.join('\n')}\n`);
  expect(run.document().drift?.changed).toHaveLength(2);
  expect([run.code, failing.code, failing.document().counts.must.failed]).toEqual([0, 1, 0]);
  expect(failing.document().drift).toMatchObject({ new: [], gone: [] }); // a part
  expect(failing.output).toContain('DRIFT=fail: the run fails.');
});

function changedLedger(name: string, change: (text: string) => string): string {
  return folderWith({ [name]: change(readFileSync(path.join(LEDGERS_DIR, 'embedded.json'), 'utf8')) });
}
const renamed = (target: string) => (text: string) => text.replace('"target": "embedded"', `"target": "${target}"`);

test('DRIFT=fail without a ledger of this target is red, and names the ledgers that exist', slow, async () => {
  const others = changedLedger('embeded.json', renamed('embeded'));
  const one = [orders, '--grep', '@ORD-62'];

  const mistyped = await runSuite({ LEDGERS_DIR: others, DRIFT: 'fail' }, ...one);
  const warns = await runSuite({ LEDGERS_DIR: path.join(others, 'none') }, ...one);

  expect([mistyped.code, warns.code]).toEqual([1, 0]);
  expect(mistyped.document().decision.words).toContain('DRIFT=fail: no ledger of embedded is accepted.');
  expect(mistyped.output).toContain('Ledgers exist for: embeded. Check TARGET');
  expect(warns.prose).toContain('To accept the responses of this run: npm run conformance -- ledger accept');
});

test(
  'a ledger, a history or a waiver that is broken ends the run in one sentence before any request',
  long,
  async () => {
    const broken = { LEDGERS_DIR: changedLedger('embedded.json', (text) => text.slice(0, -3)) };
    const run = await runSuite(broken, orders);

    const sentence = /^\S+embedded\.json is not JSON: Close brace expected at line \d+\.$/;
    expect([run.code, run.output.trim().split('\n')]).toEqual([4, [expect.stringMatching(sentence)]]);
    for (const [variables, message] of [
      [broken, sentence],
      [
        { LEDGERS_DIR: changedLedger('embedded.json', renamed('Embedded')) },
        'is the ledger of "Embedded". Expected "em',
      ],
      [{ HISTORY: fileWith('history.jsonl', '\ngarbage\n') }, 'line 2: the line is not JSON. Fix or remove the line.'],
      [waivers({ ...orderWaiver, note: 'x' }), 'line 2: /waivers/0 must not have additional properties: "note".'],
    ] as const)
      expect(() => readBefore(readSettings({ TARGET: 'embedded', ...variables }))).toThrow(message);
  },
);

test('what a part sends to other operations is not recorded', long, async () => {
  const run = await runSuite({ LEDGERS_DIR }, '--project=oauth-token', '--grep=@TOK-07');

  const { observed, times, requests } = run.document();
  expect(Object.keys(requests)).toContain('checkout-preferences');
  expect([observed, times].map(Object.keys)).toEqual([['oauth-token'], ['oauth-token']]);
});

test('all answers of a target are the same byte for byte with other seeds and other workers', slow, async () => {
  const some = { LEDGERS_DIR: test.info().outputPath() };

  const one = await runSuite({ ...some, SEED: '11' }, '--workers=1');
  const other = await runSuite({ ...some, SEED: '29' }, '--workers=3');

  const [first, second] = [one, other].map((run) => ledgerText(getAnswers(run.document())));
  expect(second).toBe(first);
  expect(one.document().complete).toHaveLength(6);
});
