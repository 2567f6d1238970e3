import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { environmentWith, expect, ownFolder, readResult, slow, test } from '../tools/fixtures.ts';
import { type Answered, runBehindFront, type Seen, startFront } from '../tools/front.ts';

const projects = ['--project=instore-orders', '--project=point-payment-intents'];

const npm = ['npm', 'run', 'conformance', '--', ...projects] as const;
const playwright = ['node_modules/.bin/playwright', 'test', ...projects] as const;

for (const [name, [command, ...args], signal, isToAll = false] of [
  ['Ctrl-C to the npm script, as a terminal sends it to all its processes,', npm, 'SIGINT', true],
  ['SIGTERM to npm alone', npm, 'SIGTERM'],
  ['Ctrl-C to Playwright alone', playwright, 'SIGINT'],
  ['SIGTERM to Playwright, as a CI that cancels a job sends it,', playwright, 'SIGTERM'],
] as const)
  test(`${name} ends a run at once with complete reports`, slow, async ({ open }) => {
    const TMPDIR = ownFolder('tmp');
    const reports = path.join(TMPDIR, 'reports');
    const front = await open(startFront());
    const env = environmentWith({ ...front.target, TMPDIR, REPORTS_DIR: reports, MAX_RPS: '20', SEED: '1' });
    const child = spawn(command, args, { env, stdio: 'ignore', detached: true });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));

    await expect.poll(() => front.seen.length, { timeout: 120_000 }).toBeGreaterThan(80);
    const before = privateFolders(TMPDIR);
    process.kill(isToAll ? -(child.pid ?? 0) : (child.pid ?? 0), signal);
    const code = await ended;
    await expect(() => expect(() => process.kill(-(child.pid ?? 0), 0)).toThrow('ESRCH')).toPass({ timeout: 120_000 });

    const { verdict, unreachable, counts, requirements } = readResult(reports);
    const reasons = requirements.map(({ reason }) => reason);
    expect(code).not.toBe(0);
    expect([before.length, privateFolders(TMPDIR)]).toEqual([1, []]);
    expect([verdict, unreachable, counts.must.failed]).toEqual(['INCOMPLETE', null, 0]);
    expect(counts.must.passed).toBeGreaterThan(0);
    expect(reasons).toContain('the run was interrupted');
    for (const { outcome, tests } of requirements)
      expect(outcome === 'passed' && tests.some((row) => row.outcome === 'inconclusive')).toBe(false);
    for (const file of ['junit.xml', 'html/index.html', 'conformance.html', 'summary.md'])
      expect(existsSync(path.join(reports, file))).toBe(true);
  });

function privateFolders(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('conformance-'));
}

const OURS = 'a run whose worker is ended';

test('a killed worker, a clock that is hours off and a state with a line end are no breach', slow, async () => {
  let ended = false;
  const options = {
    change: ({ path, method, body }: Seen, { status, text }: Answered) => {
      if (method === 'DELETE' && path.startsWith('/point') && !ended) ended = endWorkers();
      if (body.includes('an open in-store order')) return { status, text: text.replace(/("user_id":"[^"]+)/, '$1\\r') };
      if (path !== '/oauth/token') return { status, text };
      const date = new Date(Date.now() - 2 * 3_600_000).toUTCString();
      return { status, text: text.replace(/-\d{6}-/, '-010203-'), headers: { date } };
    },
  };

  const run = await runBehindFront(options, { PRODUCT: OURS }, '--workers=1', '--grep=@TOK-03|@ORD-01|@PNT-01');

  const { counts, decision } = run.document();
  const getReason = (id: string) => run.row(id)?.reason;
  expect([run.code, counts.must.failed, decision.tone, ended]).toEqual([1, 0, 'red', true]);
  expect(getReason('PNT-01')).toMatch(/^the process of this test ended too early \(.*SIGKILL\)/);
  expect(decision.words).toContain('ended too early');
  expect(getReason('TOK-03')).toMatch(/^the clock of this machine \(.*\) and the Date header of the target /);
  expect(getReason('ORD-01')).toContain('user_id of the state "an open in-store order" contains a control character');
});

/** Kills the workers of the run, as a system without free memory does; returns false if there were none. */
function endWorkers(): boolean {
  const isWorker = (pid: string) => {
    return read(`/proc/${pid}/cmdline`).includes('workerProcessEntry') && read(`/proc/${pid}/environ`).includes(OURS);
  };
  const workers = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isWorker(name));
  for (const pid of workers) process.kill(Number(pid), 'SIGKILL');
  return workers.length > 0;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
