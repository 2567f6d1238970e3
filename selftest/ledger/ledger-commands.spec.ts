import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { register } from '#api/register';
import type { Conformance } from '#results/document';
import { readLedgerFile } from '#results/ledger/answers';
import { expect, long, ownFolder, runCommand, test } from '../tools/fixtures.ts';
import { getDocument } from '../tools/page-document.ts';

const own = 'ledgers/embedded.json';
const ledger = (args: readonly string[], variables: Record<string, string>) => runCommand('ledger', args, variables);

const recorded = readFileSync(own, 'utf8');
const otherRecorded = recorded.replace(/("TOK-67": .*?: )\{.*?\}/, '$1{"status": "success"}');

test('compare shows what changes between two ledgers, equal changes as one', long, async () => {
  const file = path.join(ownFolder('ledgers'), 'other.json');
  const other = otherRecorded.replace('"target": "embedded"', '"target": "other"');
  const rejecting = /("items\.event_date as .*?: )\{"code": null, "status": 400\}/g;
  writeFileSync(file, other.replace(rejecting, '$1{"status": "success"}'));

  const { code, stdout } = await runCommand('compare', [own, file]);
  const same = await runCommand('compare', [own, own]);

  expect([code, same.code]).toEqual([0, 0]);
  expect(stdout.trim().split('\n').slice(0, 4)).toEqual([
    'Recorded responses that differ between embedded and other:',
    '{"code":null,"status":400} → {"status":"success"}',
    '  PRF-63 Which broken values in items are refused? [items.event_date as a boolean]',
    '  PRF-63 Which broken values in items are refused? [items.event_date as a number]',
  ]);
  expect(stdout).toContain(
    '{"code":"invalid_grant","status":400} → {"status":"success"}\n  TOK-67 Does a second exchange of a code succeed?',
  );
  expect(same.stdout).toBe('\nNo recorded response differs between embedded and embedded.\n');
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
