import { readSettings } from '#run/settings/settings';
import { describeMisnamed, getDefaults, isLoopback } from '#run/settings/target';
import { createGuard, describeDanger, findProductionHost, isSafe, summarizeGuard } from '#safety/guard';
import { recordLiveMode, recordTokenIssued } from '#safety/live-tokens';
import { expect, long, runSuite, slow, test } from '../tools/fixtures.ts';
import { type Answered, ownAddress, runBehindFront, type Seen, startFront } from '../tools/front.ts';
import urlsAndStates from './guard.json' with { type: 'json' };

const none = readSettings({});
const near = 'http://127.0.0.1:1';

type Change = (request: Seen, response: Answered) => Answered;

const saysLive: Change = ({ path }, { status, text }) => ({
  status,
  text: path === '/oauth/token' ? text.replace('"live_mode":false', '"live_mode":true') : text,
});
const provesLive: Change = ({ path }, { status, text }) => ({
  status,
  text: path === '/_states' ? text.replace(/^\{(.*)\}$/s, '[{"live_mode":true,$1}]') : text,
});

const isChange = ({ path }: Seen) => path !== '/_states' && path !== '/oauth/token';
const few = ['--project=oauth-token', '--project=instore-orders', '--grep=@TOK-01|@ORD-0'];

async function guarded(options: Parameters<typeof runBehindFront>[0], variables: Record<string, string>) {
  const run = await runBehindFront(options, variables, ...few);
  return { ...run, changes: run.seen.filter(isChange).length };
}

for (const [what, variables, change] of [
  ['a host of production', { PRODUCTION_HOSTS: 'api.example, 127.0.0.1' }, undefined],
  ['a set of a state that says live_mode true', {}, provesLive],
  ['a live token in the sandbox', { TARGET: 'sandbox' }, saysLive],
] as const)
  test(`${what} stops the run before the first request that creates or deletes`, slow, async () => {
    const run = await guarded(change ? { change } : {}, variables);

    expect(run.changes).toBe(0);
    expect(run.code).toBe(1);
    expect(run.output).toContain('STOPPED by the guard: ');
    expect(run.document().guard.stopped).not.toBeNull();
    expect(run.row('ORD-01')).toMatchObject({ outcome: 'not exercised', reason: expect.stringContaining('guard: ') });
  });

test('live tokens that the environment declares are a danger, unless ALLOW_LIVE=1 allows it', () => {
  const found = (ALLOW_LIVE: string) =>
    describeDanger(near, readSettings({ ALLOW_LIVE }), { STATE_AN_APPLICATION__LIVE_MODE: 'true' });

  expect([found('0'), found('1')]).toEqual([expect.stringContaining('STATE_'), undefined]);
});

test('a live token that a target issues is a danger, on loopback where written states suggest a tunnel', async () => {
  const { checkRequest } = createGuard({ ...none, BASE_URL: near, TARGET: 'sandbox' }, {});
  const request = { endpoint: 'test-users', method: 'POST', url: near, headers: {} } as const;
  const checking = checkRequest(request, {}, async () => recordLiveMode('answered', { live_mode: 1 }));
  await expect(checking).rejects.toThrow('guard: the target issues tokens with live_mode true');
  expect(summarizeGuard().unseen).toBe(true);
  recordTokenIssued({ status: 200, json: {} });
  expect(summarizeGuard().unseen).toBe(false);
  const found = (written: Record<string, string>) => describeDanger(near, none, written);

  const live = 'the target issues tokens with live_mode true';
  expect([{}, { STATES_FILE: 'x' }, { STATES_COMMAND: 'x' }].map(found)).toEqual([undefined, live, live]);
  expect(describeDanger('https://h.example', none, {})).toBe(live);
});

test('a deletion elsewhere than on loopback, or in a sandbox, names ids of states alone', async () => {
  const path = { user_id: '7', external_pos_id: 'P' };
  const guard = (BASE_URL: string, TARGET: string) => createGuard({ ...none, BASE_URL, TARGET }, {});
  const [own, sandbox, other] = [guard(near, 'target'), guard(near, 'sandbox'), guard('https://h.example', 'staging')];
  const request = { endpoint: 'instore-orders', method: 'DELETE', url: near, headers: {} } as const;

  expect([own, sandbox, other].map((each) => each.canNameInDeletion(path))).toEqual([true, false, false]);
  await expect(other.checkRequest(request, path, async () => undefined)).rejects.toThrow('would name user_id "7"');
});

test('ALLOW_LIVE=1 lets a run create and delete', slow, async () => {
  const live = { TARGET: 'sandbox', STATE_AN_APPLICATION__LIVE_MODE: 'true', ALLOW_LIVE: '1' };
  const run = await guarded({ change: saysLive }, live);

  expect(run.changes).toBeGreaterThan(2);
  expect([run.code, run.document().guard.stopped]).toEqual([0, null]);
});

test('a target on loopback that says live_mode true is noted and not stopped', slow, async () => {
  const run = await guarded({ change: saysLive }, {});

  expect([run.code, run.document().guard]).toEqual([0, { stopped: null, liveTokens: true, unseen: false }]);
  expect(run.output).toContain('Note: the target issues tokens with live_mode true.');
});

test('a target that is not loopback and has no name is not asked at all', slow, async ({ open }) => {
  const host = ownAddress() ?? '';
  test.skip(host === '', 'this machine has no address but loopback');
  const front = await open(startFront({ host }));

  const unnamed = await runSuite(front.target, ...few);
  const connections = front.connections();
  const named = await runSuite({ ...front.target, TARGET: 'staging' }, ...few);

  expect([unnamed.code, connections]).toEqual([4, 0]);
  expect(unnamed.output.trim()).toBe(
    `BASE_URL is "${front.baseUrl}", which is not on this machine. Set TARGET to a name for it, such as sandbox or staging.`,
  );
  expect([named.code, named.document().target.name]).toEqual([0, 'staging']);
});

const orders = ['--project=instore-orders', '--project=point-payment-intents', '--grep=@ORD-0|@PNT-0'];

const ordersAlone = (change: Change) => runBehindFront({ change }, { TARGET: 'sandbox' }, '--workers=2', ...orders);

test('two workers that are to delete wait for one token answer, and a live one stops both', long, async () => {
  const run = await ordersAlone(saysLive);

  expect(run.seen.filter(isChange)).toEqual([]);
  expect(run.seen.filter(({ body }) => body.includes('grant_type'))).toHaveLength(1);
  const stopped = 'the target issues tokens with live_mode true';
  expect(run.document().guard).toEqual({ stopped, liveTokens: true, unseen: false });
});

test('where no token answer can be had, what is declared decides, and the run says so', slow, async () => {
  const run = await ordersAlone(({ path, body }, response) =>
    path === '/_states' && /authorization code|refresh token|an application"/.test(body)
      ? { status: 404, text: '{}' }
      : response,
  );

  expect(run.seen.filter(isChange).length).toBeGreaterThan(0);
  expect([run.code, run.document().guard]).toEqual([0, { stopped: null, liveTokens: false, unseen: true }]);
  expect(run.output).toContain('Note: the run received no token response');
});

test('in the sandbox every cancellation carries x-test-scope: sandbox, and a deletion does not', slow, async () => {
  const run = await runBehindFront({}, { TARGET: 'sandbox', MAX_RPS: '100000' }, '--workers=4');

  const scopes = (method: string, part: string) => {
    const seen = run.seen.filter((each) => each.method === method && each.path.includes(part));
    return new Set(seen.map(({ headers }) => headers['x-test-scope']));
  };
  expect([run.code, run.document().verdict]).toEqual([0, 'CONFORMANT']);
  expect([...scopes('DELETE', '/point/')]).toEqual(['sandbox']);
  expect([...scopes('DELETE', '/instore/')]).toContain(undefined); // some tests send it
  expect(run.row('PNT-65')).toMatchObject({ outcome: 'not exercised' });
});

for (const [url, host] of Object.entries(urlsAndStates.production))
  test(`"${url}" is ${host ? 'a' : 'no'} host of production`, () =>
    expect(findProductionHost(url, 'api.example, 192.0.2.7') ?? null).toBe(host));

test('a target that is not loopback needs a name, and one with a name or states an address', () => {
  const local = { ...none, BASE_URL: 'http://localhost:1', PROVIDER_STATES_URL: 'http://localhost:1/_states' };
  for (const known of [none, { ...none, TARGET: 'embedded' }, { ...none, BASE_URL: 'https://h.example', TARGET: 'x' }])
    expect(describeMisnamed(known, {})).toBeUndefined();
  expect(describeMisnamed(local, { STATE_AN_ACCESS_TOKEN__USER_ID: '1' })).toBeUndefined();
  for (const named of [
    describeMisnamed({ ...none, TEST_ACCOUNTS: ['1'] }, {}),
    describeMisnamed({ ...none, STATES_COMMAND: './states.sh' }, {}),
    describeMisnamed({ ...none, STATES_FILE: {} }, {}),
  ])
    expect(named).toContain('Set BASE_URL');
  const both = { ...none, BASE_URL: 'http://localhost:1', TEST_ACCOUNTS: ['1'], ALLOW_LIVE: true };
  expect(describeMisnamed(both, {})).toContain('TEST_ACCOUNTS and ALLOW_LIVE=1');
  expect(describeMisnamed({ ...local, STATES_COMMAND: 'x' }, {})).toContain('PROVIDER_STATES_URL and STATES_COMMAND');
});

const { states, deletions, own, others } = urlsAndStates;

for (const [what = '', user_id = '', external_pos_id = ''] of deletions)
  test(`a deletion ${what}`, () =>
    expect(isSafe({ user_id, external_pos_id }, states)).toBe(!what.startsWith('may not')));

for (const url of [...own, ...others])
  test(`${url || 'the embedded provider'} is ${own.includes(url) ? '' : 'not '}on loopback`, () =>
    expect(isLoopback(url)).toBe(own.includes(url)));

test('a run is unlimited on loopback, throttled in the sandbox and small elsewhere', () => {
  const at = (BASE_URL: string, TARGET: string) => {
    const { MAX_RPS, BUDGET, CONFIRM, WORKERS, CONCURRENCY } = getDefaults({ BASE_URL, TARGET });
    return [MAX_RPS, BUDGET['test-users'], CONFIRM, WORKERS, CONCURRENCY];
  };

  expect(at(near, 'target')).toEqual([Infinity, Infinity, false, 10, 16]);
  expect(at(near, 'sandbox')).toEqual([5, Infinity, false, 1, 1]);
  expect(at('https://h.example', 'staging')).toEqual([5, 50, true, 1, 4]);
});
