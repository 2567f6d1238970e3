import { existsSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { getForeignCode, recordForeignCode } from '#results/conditions';
import { decideGate } from '#results/gate';
import { readHistory, writeHistory } from '#results/history/history';
import { toHistoryRecord } from '#results/history/record';
import { findProofs, withoutDoubtfulProofs } from '#results/history/rolling';
import { rejectForeignShards } from '#results/merge/merge';
import { registerDigest } from '#run/digest';
import { lockFolder } from '#run/lock';
import { fileWith, folderWith, ownFolder, runCommand } from '../tools/fixtures.ts';
import { type Found, getDocument, manyUnproven, unproven } from '../tools/page-document.ts';
import { shardsWith } from '../tools/shard-folders.ts';
import { type Attack, attack, attacksBy, getRejection, oneTest, toTable } from './attack.ts';
import texts from './texts.json' with { type: 'json' };

/** Merges two shards whose reports hold a file that is not theirs. */
async function replaced(name: string): Promise<string> {
  const report = Buffer.from(zipSync({ 'report.jsonl': strToU8('{}\n'), [name]: strToU8('a sound report') }));
  const folders = shardsWith({}, report).map(({ folder }) => folder);
  const { code, stderr } = await runCommand('merge', folders, { REPORTS_DIR: ownFolder('merged') });
  return code === 4 && stderr.endsWith('or run it again.\n') ? 'rejected by name' : `exit code ${code}, ${stderr}`;
}

/** Merges where another user's link has the name of what a killed run leaves. */
async function keptLink(): Promise<string> {
  const [TMPDIR, old] = [ownFolder('tmp'), ownFolder('old')];
  const link = path.join(TMPDIR, 'conformance-run-999999999-x');
  symlinkSync(old, link);
  utimesSync(old, 0, 0);
  const folders = shardsWith({}).map(({ folder }) => folder);
  await runCommand('merge', folders, { TMPDIR, REPORTS_DIR: ownFolder('merged') });
  return existsSync(link) ? 'it stays' : 'it was removed';
}

type Edit = (...nights: readonly [first: string, second: string, third: string]) => readonly string[];

const handWritten = (line: string) => line.replace('2026-01-03', '2026-01-04').replace('"night-3"', '"night-4"');

/** Ways to edit a history of three nights, the second of them failed; each line is one night. */
const edits: Readonly<Record<string, Edit>> = {
  'a failure that is written as a pass': (first, second) => [first, second.replace('"failed":', '"passed":')],
  'a failed night that is taken out': (first, _, third) => [first, third],
  'a night that is written by hand': (first, second, third) => [first, second, handWritten(third)],
};

const unedited: Edit = (...nights) => nights;

async function proofOfEdited(edit: Edit, register: string): Promise<string> {
  const file = path.join(ownFolder('history'), 'history.jsonl');
  for (const night of [1, 2, 3]) {
    const started = `2026-01-0${night}T02:00:00.000Z`;
    const found = night === 2 ? ({ 'TOK-01': { outcome: 'failed', reason: 'x' } } as const) : {};
    const suite = { name: 'payments-conformance', version: '0.1.0', commit: '', register };
    writeHistory(toHistoryRecord(await getDocument(found, { run: `night-${night}`, started, suite }), []), file);
  }
  const [first = '', second = '', third = ''] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, `${edit(first, second, third).join('\n')}\n`);
  const proof = findProofs(readHistory(file).map(withoutDoubtfulProofs)).get('TOK-01');
  return proof === undefined ? 'proves nothing' : 'proves it';
}

const hidden: Readonly<Record<string, Found>> = {
  'a control that fails where its requirement passes': { 'TOK-01': unproven('TOK-02') },
  'many controls that fail of a waived requirement': manyUnproven,
};

const KEPT = 'rejected, and nothing is removed';

async function kept(name: string): Promise<string> {
  const REPORTS_DIR = folderWith({ [name]: 'a year of work' });
  const file = path.join(REPORTS_DIR, name);
  const { code, stderr } = await runCommand('run', oneTest, { REPORTS_DIR });
  return code === 4 && existsSync(file) ? KEPT : `exit code ${code}, ${existsSync(file)}, ${stderr}`;
}

/** Ways to lead Playwright to another folder, which it empties before it writes there. */
const elsewhere: Readonly<Record<string, (folder: string) => Readonly<{ args: string[]; variables?: object }>>> = {
  '--output': (folder) => ({ args: [`--output=${folder}`] }),
  PLAYWRIGHT_HTML_OUTPUT_DIR: (folder) => ({ args: [], variables: { PLAYWRIGHT_HTML_OUTPUT_DIR: folder } }),
  PLAYWRIGHT_HTML_REPORT: (folder) => ({ args: [], variables: { PLAYWRIGHT_HTML_REPORT: folder } }),
  PLAYWRIGHT_BLOB_OUTPUT_FILE: (folder) => ({
    args: ['--shard=1/99'],
    variables: { PLAYWRIGHT_BLOB_OUTPUT_FILE: path.join(folder, 'thesis.tex') },
  }),
};

async function keptElsewhere(own: (typeof elsewhere)[string]): Promise<string> {
  const file = fileWith('thesis.tex', 'a year of work');
  const { args, variables } = own(path.dirname(file));
  await runCommand('run', [...oneTest, ...args], { REPORTS_DIR: ownFolder('attacks'), ...variables });
  const isKept = existsSync(file) && readFileSync(file, 'utf8') === 'a year of work';
  return isKept ? 'nothing there is removed' : 'it was emptied';
}

/** Runs in the folder of an earlier run, in which a name is a link to a file or a folder outside of it. */
async function keptBehind(name: string): Promise<string> {
  const isFile = name.includes('.');
  const REPORTS_DIR = folderWith({ 'conformance.json': '{}' });
  const outside = fileWith(isFile ? '1-of-3' : 'folder/1-of-3/thesis.tex', 'a year of work');
  symlinkSync(isFile ? outside : path.resolve(outside, '../..'), path.join(REPORTS_DIR, name));
  const { code, stderr } = await runCommand('run', oneTest, { REPORTS_DIR });
  const isKept = existsSync(outside) && readFileSync(outside, 'utf8') === 'a year of work';
  return code === 4 && isKept ? KEPT : `exit code ${code}, ${isKept}, ${stderr}`;
}

const FOLDER = 'a folder of another program';
const TAKEN_OVER = 'taken over, and not that of one that is there';
const EDITED = 'a history that was edited';

function lockOfGone(): string {
  const file = fileWith('.running', JSON.stringify({ pid: 1, host: 'gone' }));
  const lock = () => getRejection(() => lockFolder(path.dirname(file)), /^/, 'locked');
  const there = lock();
  utimesSync(file, 0, 0);
  return there === 'locked' && lock() === 'taken' ? TAKEN_OVER : `there: ${there}`;
}

/** Matches the messages about shards that do not belong together. */
const foreign = /^Error: (?:The shards are of different runs|Shard 1 of 2 is in|\S+ is not the report that)/;

export const results: readonly Attack[] = [
  ...attacksBy(
    FOLDER,
    KEPT,
    toTable(texts.foreignFiles, (name) => `REPORTS_DIR with ${name}`),
    kept,
  ),
  ...attacksBy(
    FOLDER,
    KEPT,
    toTable(texts.linkedNames, (name) => `REPORTS_DIR with a link ${name}`),
    keptBehind,
  ),
  ...attacksBy(FOLDER, 'nothing there is removed', elsewhere, keptElsewhere),
  attack(FOLDER, 'the lock of a machine that is gone', TAKEN_OVER, lockOfGone),
  ...attacksBy('shards of different runs', 'rejected', texts.foreignShards, (changes) =>
    getRejection(() => rejectForeignShards(shardsWith(changes)), foreign, 'rejected'),
  ),
  ...attacksBy('a shard that replaces another', 'rejected by name', toTable(['2.zip', '../2.zip', '/2.zip']), replaced),
  attack('what a killed run leaves', 'a link to an old folder, by the name of one', 'it stays', keptLink),
  ...attacksBy(EDITED, 'proves nothing', edits, (edit) => proofOfEdited(edit, registerDigest())),
  attack(EDITED, 'nothing, and another register judged', 'proves nothing', () => proofOfEdited(unedited, 'f00d')),
  attack(EDITED, 'nothing at all', 'proves it', () => proofOfEdited(unedited, registerDigest())),
  attack('foreign code with a good provider', '--config', 'the result names it', () => {
    recordForeignCode({ argv: [], configFile: '/tmp/shim.config.ts', reporter: [] });
    return getForeignCode()['--config'] === 'shim.config.ts' ? 'the result names it' : 'the result does not name it';
  }),
  ...attacksBy('a failure behind a control request', 'gate 1 with --allow-incomplete', hidden, async (found) => {
    const { code } = decideGate(await getDocument(found), { allowIncomplete: true });
    return `gate ${code} with --allow-incomplete`;
  }),
  attack('a ledger of another name', 'DRIFT=fail without a ledger of the target', 'gate 1', async () => {
    const { code } = decideGate(await getDocument({}, { drift: null }, { failsOnDrift: true }));
    return `gate ${code}`;
  }),
];
