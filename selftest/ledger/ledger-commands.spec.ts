import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { register } from '#api/register';
import type { Conformance } from '#results/document';
import { readLedgerFile } from '#results/ledger/answers';
import { expect, long, test } from '../tools/fixtures.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { getDocument } from '../tools/page-document.ts';
import { runCommand } from '../tools/runs.ts';

const own = 'ledgers/embedded.json';
const ledger = (args: readonly string[], variables: Record<string, string>) => runCommand('ledger', args, variables);

const recorded = readFileSync(own, 'utf8');
const otherRecorded = recorded.replace(/("TOK-67": .*?: )\{.*?\}/, '$1{"status": "success"}');

test('diff shows what changes between two targets, several cases of a question in one row', long, async () => {
  const LEDGERS_DIR = ownFolder('ledgers');
  const other = otherRecorded.replace('"target": "embedded"', '"target": "other"');
  const rejecting = /("items\.event_date .*?: )\{"code": null, "status": 400\}/g;
  writeFileSync(path.join(LEDGERS_DIR, 'embedded.json'), recorded);
  writeFileSync(path.join(LEDGERS_DIR, 'other.json'), other.replace(rejecting, '$1{"status": "success"}'));

  const { code, stdout } = await ledger(['diff', 'embedded', 'other', '--markdown'], { LEDGERS_DIR });

  expect(code).toBe(0);
  expect(stdout.trim().split('\n').slice(2)).toEqual([
    '| PRF-63 Which broken values in items are refused? [items.event_date as a boolean] and 8 more of PRF-63 | `{"code":null,"status":400}` | `{"status":"success"}` |',
    '| PRF-64 Which hostile values in items are refused? [items.event_date with a leap second] | `{"code":null,"status":400}` | `{"status":"success"}` |',
    '| TOK-67 Does a second exchange of a code succeed? | `{"code":"invalid_grant","status":400}` | `{"status":"success"}` |',
    '',
    '3 differences between embedded and other.',
  ]);
});

test('diff shows two files side by side', long, async () => {
  const file = path.join(ownFolder('ledger'), 'other.json');
  writeFileSync(file, otherRecorded.replace('"target": "embedded"', '"target": "other"'));

  const { code, stdout } = await ledger(['diff', own, file], {});

  expect(code).toBe(0);
  expect(stdout).toMatch(/TOK-67 Does a second exchange .*│ {"code":"invalid_grant".*│ {"status":"success"}/);
  expect(stdout.trim()).toMatch(/1 difference between embedded and other\.$/);
});

async function folders(changes: Partial<Conformance> = {}) {
  const REPORTS_DIR = ownFolder('ledger');
  const { depth, answers, observed } = readLedgerFile(own);
  const run = { target: { name: 'embedded', baseUrl: '' }, depth, observed, complete: [] };
  const document = await getDocument({}, { ...run, ...changes });
  const requirements = document.requirements.map(({ answers: _, ...row }) => {
    const titles = Object.entries(answers[row.id] ?? {}).map(([title, answer]) => ({ title, answer }));
    return titles.length > 0 ? { ...row, answers: titles } : row;
  });
  writeFileSync(path.join(REPORTS_DIR, 'conformance.json'), JSON.stringify({ ...document, requirements }));
  return { REPORTS_DIR, LEDGERS_DIR: path.join(REPORTS_DIR, 'ledgers') };
}

const whole = { complete: [...new Set(register.map(({ endpoint }) => endpoint))].filter((name) => name !== 'service') };

test('accept writes the ledger of the target of the last run, in order and the same each time', async () => {
  const variables = await folders(whole);

  const first = await ledger(['accept'], variables);
  const second = await ledger(['accept'], variables);

  const file = path.join(variables.LEDGERS_DIR, 'embedded.json');
  expect(first.stdout).toBe(`Written: ${file}\n`);
  expect(second.stdout).toBe(`Written: ${file}\nNothing changed.\n`);
  expect(readFileSync(file, 'utf8')).toBe(recorded);
});

test('accept says what changes', long, async () => {
  const variables = await folders(whole);
  mkdirSync(variables.LEDGERS_DIR);
  writeFileSync(path.join(variables.LEDGERS_DIR, 'embedded.json'), otherRecorded);

  const { stdout } = await ledger(['accept'], variables);

  expect(stdout.split('\n').slice(1)).toEqual([
    '{"status":"success"} → {"code":"invalid_grant","status":400}',
    '  TOK-67 Does a second exchange of a code succeed?',
    '',
  ]);
});

for (const [name, changes, message] of [
  [
    'a part of a run at another depth',
    { depth: 'full' },
    /was accepted at DEPTH=standard but the last run was partial at DEPTH=full\. Run everything.*\n$/,
  ],
  ['a run that ended in an outage', { unreachable: 'It is gone.' }, /^Nothing was accepted.* It is gone\. .*\n$/],
] as const)
  test(`accept rejects ${name}`, long, async () => {
    const variables = await folders(changes);
    cpSync(own, path.join(variables.LEDGERS_DIR, 'embedded.json'));

    const { code, stderr } = await ledger(['accept'], variables);

    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });

test('matrix has every silence of the reference, with the response or the reason why there is none', long, async () => {
  const REPORTS_DIR = ownFolder('matrix');
  const { code, stdout } = await ledger(['matrix', own], { REPORTS_DIR });

  expect([code, stdout]).toEqual([0, `Written: ${REPORTS_DIR}/matrix.html, from the responses of embedded\n`]);
  const text = readFileSync(path.join(REPORTS_DIR, 'matrix.html'), 'utf8');
  const questions = register.filter(({ level }) => level === 'question');
  expect(questions.filter(({ id }) => !text.includes(`<span class="id">${id}</span>`))).toEqual([]);
  expect(text).toMatch(/TOK-67<.*rejected with 400 <code>invalid_grant<\/code>/i);
  expect(text).toMatch(/SVC-63<.*Only waiting for its end would tell\./);
});

test('matrix names each run by its date and build', long, async () => {
  const [one, two] = await Promise.all(
    ['2026-01-01', '2026-01-02'].map((day) => folders({ started: `${day}T02:00:00.000Z` })),
  );
  const REPORTS_DIR = ownFolder('matrix');
  const places = [one?.REPORTS_DIR ?? '', two?.REPORTS_DIR ?? '', own];

  const { code, stdout, stderr } = await ledger(['matrix', ...places], { REPORTS_DIR });

  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('embedded 2026-01-01 build c0ffee, embedded 2026-01-02 build c0ffee, embedded\n');
  expect(readFileSync(path.join(REPORTS_DIR, 'matrix.html'), 'utf8')).toContain(
    '<th scope="col">embedded 2026-01-02 build c0ffee</th>',
  );
});
