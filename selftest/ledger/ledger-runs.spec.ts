import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { register } from '#api/register';
import { singleVariations, variation } from '#mock/variations';
import type { DecisionInput } from '#results/decision';
import type { Conformance } from '#results/document';
import { getResponses, readLedgerFile, toLedgerText } from '#results/ledger/responses';
import { readInputFiles } from '#results/unfinished';
import { readJsonFile } from '#run/json-file';
import { readSettings } from '#run/settings/settings';
import { expect, fileWith, folderWith, long, ownFolder, runCommand, runSuite, slow, test } from '../tools/fixtures.ts';
import { getDocument, orderWaiver, waivers } from '../tools/page-document.ts';

const orders = '--project=instore-orders';
type Choices = ReturnType<typeof variation>;

function variationWith<Name extends keyof Choices>(name: Name, value: Choices[Name]): string {
  const numbers = Array.from({ length: singleVariations }, (_, index) => index + 1);
  return String(numbers.find((number) => variation(number)[name] === value));
}

/** Folder of the accepted ledger of the embedded provider. */
const LEDGERS_DIR = 'ledgers';

test('another status of a deletion is reported as old → new, and DRIFT=fail fails the run for it', long, async () => {
  const changed = { LEDGERS_DIR, MOCK_VARIATION: variationWith('deletionStatus', 202) };
  const run = await runSuite(changed, orders);
  const failing = await runSuite({ ...changed, DRIFT: 'fail' }, orders, '--grep', '@ORD-62');

  expect(run.prose).toMatch(/ DRIFT from \S+: 2 changed, 0 new, 0 gone, /);
  const printed = [
    '  {"status":204} → {"status":202}',
    '    ORD-62 Which status does a deletion have?',
    '    instore-orders Success status',
    '  To accept:',
  ];
  expect(run.output).toContain(`\n${printed.join('\n')}`);
  expect(run.prose).toContain(`To accept: REPORTS_DIR=${run.reports} npm run conformance -- ledger accept`);
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
  const warns = await runSuite({ LEDGERS_DIR: folderWith({}) }, ...one);

  expect([mistyped.code, warns.code]).toEqual([1, 0]);
  expect(mistyped.document().decision.words).toContain('DRIFT=fail: no ledger of embedded is accepted.');
  expect(mistyped.output).toContain('Ledgers exist for: embeded. Check TARGET');
  expect(warns.prose).toMatch(/To accept this run: REPORTS_DIR=\S+ npm run conformance -- ledger accept/);
});

test('a broken ledger, history or waiver ends the run in one sentence before any request', long, async () => {
  const broken = { LEDGERS_DIR: changedLedger('embedded.json', (text) => text.slice(0, -3)) };
  const run = await runSuite(broken, orders);

  const sentence = /^\S+embedded\.json is not JSON: Close brace expected at line \d+\. Fix the file, or use .+\.$/;
  expect([run.code, run.output.trim().split('\n')]).toEqual([4, [expect.stringMatching(sentence)]]);
  for (const [variables, message] of [
    [broken, sentence],
    [{ LEDGERS_DIR: changedLedger('embedded.json', renamed('Embedded')) }, 'is the ledger of "Embedded". Expected'],
    [{ HISTORY: fileWith('history.jsonl', '\ngarbage\n') }, 'line 2: it is not JSON. Fix or remove the line.'],
    [{ HISTORY: fileWith('history.jsonl', '\n{"run": "a"}\n') }, 'line 2: it must have the field'],
    [waivers({ ...orderWaiver, note: 'x' }), 'line 2: /waivers/0 must not have additional properties: "note".'],
  ] as const)
    expect(() => readInputFiles(readSettings({ TARGET: 'embedded', ...variables }))).toThrow(message);
});

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

  const [first, second] = [one, other].map((run) => toLedgerText(getResponses(run.document())));
  expect(second).toBe(first);
  expect(one.document().complete).toHaveLength(6);
});

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

  const mixed = await runCommand('compare', [own, fileWith('result.json', JSON.stringify(await getDocument({})))]);

  expect([code, same.code, mixed.stderr]).toEqual([0, 0, 'Only one is a ledger. Use two results or two ledgers.\n']);
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

async function folders(changes: Partial<Conformance> = {}, ended: DecisionInput['ended'] = 'passed') {
  const REPORTS_DIR = ownFolder('ledger');
  const { depth, answers: responses, observed } = readLedgerFile(own);
  const run = { target: { name: 'embedded', baseUrl: '' }, depth, observed, complete: [] };
  const document = await getDocument({}, { ...run, ...changes }, { ended });
  const requirements = document.requirements.map(({ answers: _, ...row }) => {
    const titles = Object.entries(responses[row.id] ?? {}).map(([title, response]) => ({ title, answer: response }));
    return titles.length > 0 ? { ...row, answers: titles } : row;
  });
  writeFileSync(path.join(REPORTS_DIR, 'conformance.json'), JSON.stringify({ ...document, requirements }));
  return { REPORTS_DIR, LEDGERS_DIR: folderWith({}) };
}

const whole = { complete: [...new Set(register.map(({ endpoint }) => endpoint))].filter((name) => name !== 'service') };

test('accept writes the ledger of the last run, in order and the same each time, and says what changes', async () => {
  const variables = await folders(whole);

  const first = await ledger(['accept'], variables);
  const second = await ledger(['accept'], variables);

  const file = path.join(variables.LEDGERS_DIR, 'embedded.json');
  expect(first.stdout).toBe(`Written: ${file}\n`);
  expect(second.stdout).toBe(`Written: ${file}\nNothing changed.\n`);
  expect(readFileSync(file, 'utf8')).toBe(recorded);
  writeFileSync(file, otherRecorded.replace('"depth": "standard"', '"depth": "smoke"'));
  const change = '{"status":"success"} → {"code":"invalid_grant","status":400}';
  const { stdout } = await ledger(['accept'], variables);
  expect(stdout).toContain(`\n${change}\n  TOK-67 Does a second exchange of a code succeed?\n`);
});

type Rejected = Readonly<{ name: string; changes: Partial<Conformance>; ended?: DecisionInput['ended']; says: string }>;
for (const { name, changes, ended, says } of readJsonFile<Rejected[]>('selftest/ledger/unaccepted.json', {}).value)
  test(`accept rejects ${name}`, long, async () => {
    const variables = await folders(changes, ended);
    cpSync(own, path.join(variables.LEDGERS_DIR, 'embedded.json'));

    const { code, stderr } = await ledger(['accept'], variables);

    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(says));
  });
