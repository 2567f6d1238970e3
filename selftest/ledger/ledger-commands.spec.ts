import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { register } from '#api/register';
import { ownFolder } from '../tools/own-folder.ts';
import { runCommand } from '../tools/run-command.ts';

const data = 'selftest/data/ledgers';
const ledger = (args: readonly string[], variables: Readonly<Record<string, string>>) =>
  runCommand('ledger', args, variables);

test('the differences of the default and the second provider are the committed ones', async () => {
  const { code, stdout } = await ledger(['diff', 'default', 'second-provider', '--markdown'], { LEDGERS_DIR: data });

  expect([code, stdout]).toEqual([0, readFileSync(`${data}/default-second-provider.md`, 'utf8')]);
});

const answers = readFileSync(`${data}/default.json`, 'utf8');
/** The same answers but for one. */
const otherAnswers = answers.replace(/("TOK-67": .*?: )\{.*?\}/, '$1{"status": "success"}');

test('diff shows two files side by side', { tag: '@long' }, async () => {
  const file = path.join(ownFolder('ledger'), 'other.json');
  writeFileSync(file, otherAnswers.replace('"target": "default"', '"target": "other"'));

  const { code, stdout } = await ledger(['diff', `${data}/default.json`, file], {});

  expect(code).toBe(0);
  expect(stdout).toMatch(/TOK-67 Does a second exchange .*│ {"code":"invalid_grant".*│ {"status":"success"}/);
  expect(stdout.trim()).toMatch(/1 difference between default and other\.$/);
});

/** A folder with the answers of a run and a folder for ledgers. */
function folders(change: (answers: { depth: string; complete: string[] }) => object = (answers) => answers) {
  const folder = ownFolder('ledger');
  writeFileSync(path.join(folder, 'answers.json'), JSON.stringify(change({ ...JSON.parse(answers), complete: [] })));
  return { REPORTS_DIR: folder, LEDGERS_DIR: path.join(folder, 'ledgers') };
}

const everything = [
  'oauth-token',
  'checkout-preferences',
  'test-users',
  'point-payment-intents',
  'wallet-agreements',
  'instore-orders',
];
const whole = <T extends object>(answers: T) => ({ ...answers, complete: everything });

test('accept writes the ledger of the target of the last run, in order and the same each time', async () => {
  const variables = folders(whole);

  const first = await ledger(['accept'], variables);
  const second = await ledger(['accept'], variables);

  const file = path.join(variables.LEDGERS_DIR, 'default.json');
  expect(first.stdout).toBe(`Written: ${file}\n`);
  expect(second.stdout).toBe(`Written: ${file}\nNothing changed.\n`);
  expect(readFileSync(file, 'utf8')).toBe(answers);
});

test('accept says what changes', { tag: '@long' }, async () => {
  const variables = folders(whole);
  mkdirSync(variables.LEDGERS_DIR);
  writeFileSync(path.join(variables.LEDGERS_DIR, 'default.json'), otherAnswers);

  const { stdout } = await ledger(['accept'], variables);

  expect(stdout.split('\n').slice(1)).toEqual([
    '{"status":"success"} → {"code":"invalid_grant","status":400}',
    '  TOK-67 Does a second exchange of a code succeed?',
    '',
  ]);
});

test('accept refuses a part of a run at another depth', { tag: '@long' }, async () => {
  const variables = folders((answers) => ({ ...answers, depth: 'full' }));
  cpSync(`${data}/default.json`, path.join(variables.LEDGERS_DIR, 'default.json'));

  const { code, stderr } = await ledger(['accept'], variables);

  expect(code).toBe(1);
  expect(stderr).toMatch(/was accepted at DEPTH=smoke and the last run was a part at DEPTH=full: .*\n$/);
});

for (const [what, args, sentence] of [
  ['no answers', ['accept'], 'answers.json does not exist. Run npm run conformance -- run first'],
  ['no ledger', ['diff', 'a', 'b'], 'a has no ledger'],
  ['no file', ['diff', 'a.json', 'b.json'], 'a.json cannot be read (ENOENT)'],
  ['another JSON file', ['diff', 'package.json', 'b'], 'package.json line'],
  ['no folder', ['matrix', 'a'], 'a does not exist. Use a folder of reports, a ledger, or a folder of ledgers.'],
] as const)
  test(`${args[0]} with ${what} fails with one line`, { tag: '@long' }, async () => {
    const { code, stdout, stderr } = await ledger(args, { REPORTS_DIR: '/nowhere', LEDGERS_DIR: '/nowhere' });

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

test('matrix has every silence of the reference, with the response or the reason why there is none', {
  tag: '@long',
}, async () => {
  const variables = folders();
  const file = path.join(data, 'second-provider.json');
  const { code, stdout } = await ledger(['matrix', file], variables);

  expect([code, stdout]).toEqual([
    0,
    `Written: ${variables.REPORTS_DIR}/matrix.html, from the answers of second-provider\n`,
  ]);
  const text = readFileSync(path.join(variables.REPORTS_DIR, 'matrix.html'), 'utf8');
  const questions = register.filter(({ level }) => level === 'question');
  expect(questions.filter(({ id }) => !text.includes(`<span class="id">${id}</span>`))).toEqual([]);
  expect(text).toMatch(/TOK-67<.*refused with 400 <code>invalid_grant<\/code>/i);
  expect(text).toMatch(/SVC-63<.*Only waiting for its end would tell\./);
});

test('matrix names each run by its date and build', async () => {
  const runs = ['2026-01-01', '2026-01-02'].map((day) => {
    const { REPORTS_DIR } = folders();
    const result = { started: `${day}T02:00:00.000Z`, product: { build: `build-of-${day}` } };
    writeFileSync(path.join(REPORTS_DIR, 'conformance.json'), JSON.stringify(result));
    return REPORTS_DIR;
  });
  const REPORTS_DIR = ownFolder('matrix');

  const { code, stdout, stderr } = await ledger(['matrix', ...runs, `${data}/default.json`], { REPORTS_DIR });

  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain(
    'default 2026-01-01 build build-of-2026-01-01, default 2026-01-02 build build-of-2026-01-02, default\n',
  );
  const page = readFileSync(path.join(REPORTS_DIR, 'matrix.html'), 'utf8');
  expect(page).toContain('<th scope="col">default 2026-01-02 build build-of-2026-01-02</th>');
});
