import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { longestWait } from '#http/throttle';
import { startFront } from '../tools/front.ts';
import { runSuite } from '../tools/run-suite.ts';

const OURS = 'a run whose worker is ended';

test('a worker that the system ends, a clock that is days off and a state written elsewhere are no breach', {
  tag: '@slow',
}, async () => {
  let ended = false;
  const front = await startFront({
    change: ({ path, method, body }, { status, text }) => {
      if (method === 'DELETE' && path.startsWith('/point') && !ended) ended = endWorkers();
      if (body.includes('an open in-store order')) return { status, text: text.replace(/("user_id":"[^"]+)/, '$1\\r') };
      if (path !== '/oauth/token') return { status, text };
      const date = new Date(Date.now() - 5 * 86_400_000).toUTCString();
      return { status, text: text.replace(/-\d{6}-/, '-010203-'), headers: { date } };
    },
  });

  const run = await runSuite(
    { BASE_URL: front.baseUrl, PROVIDER_STATES_URL: front.statesUrl, PRODUCT: OURS },
    '--workers=1',
    '--grep=@TOK-03|@ORD-01|@PNT-01',
  );
  await front.close();

  const { counts, requirements, decision } = run.document();
  const reasonOf = (id: string) => requirements.find((row) => row.id === id)?.reason;
  expect([run.code, counts.must.failed, decision.tone, ended]).toEqual([1, 0, 'red', true]);
  expect(reasonOf('PNT-01')).toMatch(/^the process of this test ended before the test did \(.*SIGKILL\)/);
  expect(decision.words).toContain('ended before the test did');
  expect(reasonOf('TOK-03')).toMatch(/^the clock of this machine says .* and the target's Date header /);
  expect(reasonOf('ORD-01')).toContain('the user_id of the state "an open in-store order" holds a control character');
});

test('a run waits ten minutes in all for a target that asks to wait, and half a minute at once', () => {
  const after = (times: number) => longestWait(Array(times).fill({ seconds: 29 }));

  expect([0, 19, 20, 21].map(after)).toEqual([30, 30, 20, 0]);
});

/** Kills the workers of the run, as a system without free memory does; returns false if there were none. */
function endWorkers(): boolean {
  const isWorker = (pid: string) => {
    const isOfPlaywright = read(`/proc/${pid}/cmdline`).includes('workerProcessEntry');
    return isOfPlaywright && read(`/proc/${pid}/environ`).includes(OURS);
  };
  const workers = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isWorker(name));
  for (const pid of workers) process.kill(Number(pid), 'SIGKILL');
  return workers.length > 0;
}

/** Returns a file of another process, which may have ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
