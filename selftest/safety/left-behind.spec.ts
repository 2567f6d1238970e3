import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { parseJson } from '#api/exchange';
import type { Resource } from '#run/channels';
import { readJsonFile } from '#run/json-file';
import { readSettings } from '#run/settings/settings';
import { createJournal } from '#safety/journal';
import schema from '#safety/left-behind.schema.json' with { type: 'json' };
import { environmentWith, expect, long, ownFolder, slow, test } from '../tools/fixtures.ts';
import { type Answered, type Front, getCreations, runBehindFront, type Seen, startFront } from '../tools/front.ts';

/** Returns the list of a run, which has to match its schema. */
function listed(reports: string): Resource[] {
  return readJsonFile<Resource[]>(path.join(reports, 'left-behind.json'), schema).value;
}

const getIds = (front: Pick<Front, 'seen'>) => getCreations(front).map(({ id }) => String(id));

function getSecrets({ seen }: Pick<Front, 'seen'>): string[] {
  const texts = seen.map(({ answer: response }) => response?.text ?? '').join('\n');
  return [...texts.matchAll(/"(?:password|\w+_token)": ?"([^"]+)"/g)].map(([, secret = '']) => secret);
}

test('every resource that a run creates is listed with its id, its test and its tag, and no secret', long, async () => {
  const created: Seen[] = []; // the first without a response
  const change = (seen: Seen, response: Answered) => {
    const times = response.status === 201 ? created.push(seen) : 0;
    const secretId = response.text.replace(/(?<="id":)\d+(?=.*"password":("[^"]+"))/s, '$1');
    return times === 1 ? undefined : { ...response, ...(times === 2 && { text: secretId }) };
  };
  const run = await runBehindFront({ change }, { RUN_ID: 'night-7' }, '--project=test-users', '--grep-invert=@USR-62');

  const resources = listed(run.reports);
  const secrets = getSecrets(run);
  const ids = getIds(run).map((id) => (secrets.includes(id) ? '[redacted]' : id));
  expect(resources.map(({ id }) => String(id)).toSorted()).toEqual([...ids, 'null'].toSorted()); // concurrent
  expect(ids).toContain('[redacted]');
  const unmarked = resources.filter(({ tag }) => !tag?.startsWith('night-7-'));
  // These descriptions may contain no other word. Those that several tests judge are of the first one that runs.
  const edges = 'handles edge values, and false and empty ones of another type';
  const described = /^(?:returns each of several descriptions|gives each of several test users|dates a test user)/;
  expect(unmarked.filter(({ tag, test }) => tag !== null || !(test === edges || described.test(test)))).toEqual([]);
  expect(new Set(unmarked.map(({ test }) => test)).size).toBe(2);
  expect(resources.find(({ requirement }) => requirement === 'USR-05')).toMatchObject({
    operation: 'test-users',
    status: 201,
    test: 'gives two test users created at the same time two ids',
  });
  const text = run.read('left-behind.json');
  expect(secrets.length).toBeGreaterThan(10);
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

test('every request that could create carries the tag, but for those that break where it stands', slow, async () => {
  const words = ['--project=checkout-preferences', '--grep-invert', '@PRF-02|@PRF-22|@PRF-14|@PRF-04'];

  const { seen } = await runBehindFront({}, { RUN_ID: 'run-of-marks' }, ...words);

  const sent = seen.filter(({ path }) => path === '/checkout/preferences');
  const unmarked = sent.filter(({ body }) => !JSON.stringify(parseJson(body) ?? body).includes('run-of-marks-'));
  expect(sent.length).toBeGreaterThan(100);
  expect(unmarked.filter(({ body }) => /"external_reference": ?"(?!\\ud83d")/.test(body))).toEqual([]); // half a pair
  expect(unmarked.length).toBeLessThan(sent.length / 20);
});

/** Creates few test users at the same time: after twenty writes, two a request, a worker lists only once a second on loopback. */
const creating = ['--grep', '@USR-0[1-5]', '--grep-invert', 'rejects|several'];
const LAST = 6;
const neverResponded = new Promise<undefined>(() => undefined);

for (const [how, signal, tag] of [
  ['Ctrl-C', 'SIGINT', '@slow'],
  ['a kill without warning', 'SIGKILL', '@long'],
] as const)
  test(`after ${how} the list holds what was created until then`, { tag }, async ({ open }) => {
    const reports = ownFolder('reports');
    let child: ChildProcess | undefined;
    const created: string[] = [];
    const change = ({ path: asked }: Seen, response: Answered) => {
      if (asked !== '/users/test' || response.status !== 201) return response;
      created.push(String(JSON.parse(response.text).id));
      if (created.length < LAST) return response;
      process.kill(-(child?.pid ?? 0), signal);
      return signal === 'SIGKILL' ? neverResponded : response;
    };
    const env = environmentWith({ ...(await open(startFront({ change }))).target, REPORTS_DIR: reports });
    const options = { env, stdio: 'ignore', detached: true } as const; // its workers end with it
    child = spawn('node_modules/.bin/playwright', ['test', '--project=test-users', ...creating], options);
    await new Promise((resolve) => child?.on('close', resolve));

    const resources = listed(reports);
    const ids = resources.flatMap(({ id }) => id ?? []);
    expect(created.length).toBeGreaterThanOrEqual(LAST);
    expect(created).toEqual(expect.arrayContaining(ids));
    // Resources without a response before the end are listed without an id.
    const isUnknown = (id: string) => !ids.includes(id);
    expect(resources.length - ids.length).toBeGreaterThanOrEqual(created.filter(isUnknown).length);
  });

test('what is sent and lost may have created something, and elsewhere than on loopback each is listed at once', async () => {
  const REPORTS_DIR = ownFolder('reports');
  const settings = { ...readSettings({ RUN_ID: 'r' }), BASE_URL: 'https://h.example', TARGET: 'lab', REPORTS_DIR };
  const { countCreated, withJournal } = createJournal({ settings, targets: [] });
  const losing = (words: string) => {
    const body = '{"description": "other-r-abcdefghijkl r-mnopqrstuvwx"}';
    const request = { endpoint: 'test-users', method: 'POST', url: 'https://h.example', headers: {}, body } as const;
    return withJournal(() => Promise.reject(new Error(words)))(request).catch(() => countCreated(request));
  };

  expect([await losing('connect ECONNREFUSED'), await losing('socket hang up')]).toEqual([0, 1]);
  for (let count = 2; count < 30; count += 1) await losing('socket hang up');
  expect(listed(REPORTS_DIR).map(({ tag }) => tag)).toEqual(Array(29).fill('r-mnopqrstuvwx'));
});
