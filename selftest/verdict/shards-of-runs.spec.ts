import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { zipSync } from 'fflate';
import type { Endpoint } from '#api/operations';
import { recordSecret } from '#redaction/redact';
import { writeRunHar } from '#reporters/har';
import { rejectForeignShards } from '#results/merge/merge';
import { type ShardFile, writeShardFile } from '#results/merge/shard-file';
import { appendSharedLine, appendToChannel, claimOnce, readChannel } from '#run/channels';
import { runFolder } from '#run/context';
import { getShare, parseShard, type Shard } from '#run/partial-run';
import { createPrivateFolder, passContext, receiveContext } from '#run/process/private-folder';
import { createRunContext } from '#run/process/sources';
import { readSettings } from '#run/settings/settings';
import { createRunNames } from '#run/start';
import { getBudget } from '#safety/budget';
import emptyRun from '../tools/empty-run.json' with { type: 'json' };
import { folderWith, runCommand } from '../tools/fixtures.ts';
import { shardsWith } from '../tools/shard-folders.ts';
import otherRuns from './other-runs.json' with { type: 'json' };

for (const [name, changes] of Object.entries<Partial<ShardFile>>(otherRuns))
  test(`rejects shards of another ${name}`, () => {
    const differ = `^The shards are of different runs: their ${name} differs, .* in \\S+ and .* in \\S+\\. `;

    expect(() => rejectForeignShards(shardsWith(changes))).toThrow(new RegExp(`${differ}Use shards of one run\\.$`));
  });

test('a merge knows what stopped a shard, and what one test of a run has taken is taken', () => {
  for (const name of ['circuit', 'guard', 'live', 'foreign code'])
    expect(() => appendSharedLine(name, [])).not.toThrow();
  expect([claimOnce('a-name'), claimOnce('a-name')]).toEqual([true, false]);
});

test('a line that another worker has half written is read when it is whole', () => {
  const file = path.join(runFolder(), 'builds');
  appendToChannel('builds', 'b1');
  const line = readFileSync(file, 'utf8');
  appendFileSync(file, line.slice(0, 9));
  expect(readChannel('builds')).toEqual(['b1']);
  appendFileSync(file, line.slice(9));

  expect(readChannel('builds')).toEqual(['b1', 'b1']);
});

test('a context is for children of its maker, and the folder of a killed run is removed after a day', () => {
  const key = Buffer.alloc(32).toString('base64url');
  const words = passContext({ ...createRunContext({}), folder: folderWith({}), key }, true);
  const [fresh = '', old = ''] = ['fresh', 'old'].map((name) =>
    path.join(tmpdir(), `conformance-run-999999999-${name}`),
  );
  for (const folder of [fresh, old]) mkdirSync(folder, { recursive: true });
  utimesSync(old, 0, 0);
  createPrivateFolder();

  expect(receiveContext(words)).toBeUndefined();
  expect([fresh, old].map((folder) => existsSync(folder))).toEqual([true, false]);
  rmSync(fresh, { recursive: true });
});

test('the file of a shard, and a recording, hold no secret that became known after its line was written', () => {
  const REPORTS_DIR = folderWith({ 'shards/1-of-2/report.zip': '' });
  appendToChannel('guard', 'known-late');
  recordSecret('known-late');
  const run = createRunContext({ REPORTS_DIR, PRODUCT: 'known-late' });
  writeShardFile(run, { shard: { current: 1, total: 2 }, argv: [], leftBehind: null });

  const { channels, settings } = JSON.parse(readFileSync(path.join(REPORTS_DIR, 'shards/1-of-2/shard.json'), 'utf8'));
  expect([channels.guard, settings]).toEqual([['"[redacted]"'], { PRODUCT: '[redacted]' }]);
  const failure = { lack: 'lost', code: 'reset', words: 'known-late' } as const;
  const request = { method: 'POST', url: 'http://h.example/', headers: {} };
  appendToChannel('exchanges', { scope: 'x', of: 'service', at: 0, request, failure });
  writeRunHar(run);
  expect(readFileSync(path.join(REPORTS_DIR, 'exchanges.har'), 'utf8')).not.toContain('known-late');
});

test('rejects shards between which more than an hour lies', () => {
  const nextNight = { started: '2026-01-02T02:00:00.000Z', ended: '2026-01-02T02:10:00.000Z' };
  expect(() => rejectForeignShards(shardsWith(nextNight))).toThrow(
    /ended at 2026-01-01T02:10.* started at 2026-01-02T02:00.* at most an hour/,
  );
  const long = shardsWith({ started: '2026-01-01T01:50:00.000Z', ended: '2026-01-01T04:00:00.000Z' }).toReversed();
  const late = shardsWith({ started: '2026-01-01T03:30:00.000Z', ended: '2026-01-01T03:40:00.000Z' }).slice(1);
  expect(() => rejectForeignShards([...long, ...late])).not.toThrow();
});

test('accepts shards that overlap or adjoin, and one without a request or build, and no changed report', () => {
  const later = { started: '2026-01-01T02:12:00.000Z', ended: '2026-01-01T02:20:00.000Z' };
  for (const changes of [later, { build: '', channels: {} }])
    expect(() => rejectForeignShards(shardsWith(changes))).not.toThrow();
  expect(() => shardsWith({ blob: 'of another report' })).toThrow('is not the report that');
});

test('a merge of shards that had no test is not green, and keeps no list of created resources', async () => {
  const REPORTS_DIR = folderWith({ 'left-behind.json': '[]' });
  const events = emptyRun.map((event) => `${JSON.stringify(event)}\n`).join('');
  const mergeWith = (files: Readonly<Record<string, Buffer>>) => {
    const report = Buffer.from(zipSync({ 'report.jsonl': Buffer.from(events), ...files }));
    const folders = shardsWith({}, report).map(({ folder }) => folder);
    return runCommand('merge', folders, { REPORTS_DIR });
  };

  expect((await mergeWith({ 'resources/../x': Buffer.from('') })).stderr).toContain('contains "resources/../x"');
  const { code, stdout } = await mergeWith({});
  expect([code, stdout]).toEqual([1, expect.stringContaining('RED: INCOMPLETE: ')]);
  expect(existsSync(path.join(REPORTS_DIR, 'left-behind.json'))).toBe(false);
});

for (const text of ['', '0/3', '4/3', '1', 'a/b', '1/0', '1.5/3'])
  test(`"${text}" names no shard`, () => expect(parseShard(text)).toBeUndefined());

for (const total of [0, 1, 5, 100])
  test(`three shards take ${total} together, none more than one more than another`, () => {
    const shares = [1, 2, 3].map((current) => getShare(total, { current, total: 3 }));

    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
  });

test('machines that share a run send the same payloads, and the next run of the CI others', () => {
  const tonight = { TARGET: 'sandbox', GITHUB_RUN_ID: '1' };
  const [one, other] = [1, 2].map((current) => createRunNames(tonight, { current, total: 2 }));
  const tomorrow = createRunNames({ ...tonight, GITHUB_RUN_ID: '2' }, { current: 1, total: 2 });

  expect(other).toEqual(one);
  expect([tomorrow.SEED === one?.SEED, tomorrow.RUN_ID === one?.RUN_ID]).toEqual([false, false]);
});

test('a budget is shared by shards, and is less by what earlier runs created of the same operation', () => {
  appendToChannel('spent', { of: 'wallet-agreements', created: 3 });
  const settings = readSettings({ BUDGET: 'test-users=9,agreements=9' });
  const most = (endpoint: Endpoint, shard?: Shard) => getBudget(endpoint, { settings, shard, replay: undefined })?.most;

  expect([most('test-users'), most('wallet-agreements')]).toEqual([9, 6]);
  expect(most('wallet-agreements', { current: 1, total: 2 })).toBe(3);
});
