import { expect, test } from '@playwright/test';
import { readSettings } from '#run/settings/settings';
import { describeDanger } from '#safety/guard';
import { type Front, ownAddress, type Seen, startFront } from '../tools/front.ts';
import { runSuite } from '../tools/run-suite.ts';

type Change = NonNullable<NonNullable<Parameters<typeof startFront>[0]>['change']>;

const saysLive: Change = ({ path }, { status, text }) => ({
  status,
  text: path === '/oauth/token' ? text.replace('"live_mode":false', '"live_mode":true') : text,
});
const provesLive: Change = ({ path }, { status, text }) => ({
  status,
  text: path === '/_states' ? text.replace('{', '{"live_mode":true,') : text,
});

const isChange = ({ path }: Seen) => path !== '/_states' && path !== '/oauth/token';
const few = ['--project=oauth-token', '--project=instore-orders', '--grep=@TOK-01|@ORD-0'];
const places = ({ baseUrl, statesUrl }: Front) => ({ BASE_URL: baseUrl, PROVIDER_STATES_URL: statesUrl });

async function guarded(options: Parameters<typeof startFront>[0], variables: Record<string, string>) {
  const front = await startFront(options);
  const run = await runSuite({ ...places(front), ...variables }, ...few);
  await front.close();
  return { ...run, changes: front.seen.filter(isChange).length, all: front.seen.length };
}

const stopping = [
  { what: 'a host of production', variables: { PRODUCTION_HOSTS: 'api.example, 127.0.0.1' }, change: undefined },
  { what: 'a state that says live_mode true', variables: {}, change: provesLive },
  { what: 'a live token in the sandbox', variables: { TARGET: 'sandbox' }, change: saysLive },
] as const;

for (const { what, variables, change } of stopping) {
  test(`${what} stops the run before the first request that creates or deletes`, { tag: '@slow' }, async () => {
    const run = await guarded(change ? { change } : {}, variables);

    expect(run.changes).toBe(0);
    expect(run.code).toBe(1);
    expect(run.output).toContain('STOPPED by the guard: ');
    expect(run.document().guard.stopped).not.toBeNull();
    const row = run.document().requirements.find(({ id }) => id === 'ORD-01');
    expect(row).toMatchObject({ outcome: 'not exercised', reason: expect.stringContaining('guard: ') });
  });
}

test('live tokens that the environment declares are a danger, unless ALLOW_LIVE=1 allows it', () => {
  const variables = { STATE_AN_APPLICATION__LIVE_MODE: 'true' };
  const found = (allowed: NodeJS.ProcessEnv) =>
    describeDanger('http://127.0.0.1:1', readSettings({ ...variables, ...allowed }), variables);

  expect([found({}), found({ ALLOW_LIVE: '1' })]).toEqual([expect.stringContaining('STATE_'), undefined]);
});

test('ALLOW_LIVE=1 lets a run create and delete', { tag: '@slow' }, async () => {
  const run = await guarded(
    { change: saysLive },
    { TARGET: 'sandbox', STATE_AN_APPLICATION__LIVE_MODE: 'true', ALLOW_LIVE: '1' },
  );

  expect(run.changes).toBeGreaterThan(2);
  expect([run.code, run.document().guard.stopped]).toEqual([0, null]);
});

test('a target on loopback that says live_mode true is noted and not stopped', { tag: '@slow' }, async () => {
  const run = await guarded({ change: saysLive }, {});

  expect([run.code, run.document().guard]).toEqual([0, { stopped: null, liveTokens: true, unseen: false }]);
  expect(run.output).toContain('Note: the target issues tokens with live_mode true.');
});

test('a target that is not loopback and has no name is not asked at all', { tag: '@slow' }, async () => {
  const host = ownAddress();
  test.skip(host === undefined, 'this machine has no address but loopback');
  const front = await startFront(host === undefined ? {} : { host });

  const unnamed = await runSuite(places(front), ...few);
  const connections = front.connections();
  const named = await runSuite({ ...places(front), TARGET: 'staging' }, ...few);
  await front.close();

  expect([unnamed.code, connections]).toEqual([4, 0]);
  expect(unnamed.output.trim()).toBe(
    `BASE_URL is "${front.baseUrl}", which is not on this machine. Set TARGET to a name for it, such as sandbox or staging.`,
  );
  expect([named.code, named.document().target.name]).toEqual([0, 'staging']);
});

test('a live token that is seen stops a run that is not on loopback', { tag: '@slow' }, async () => {
  const host = ownAddress();
  test.skip(host === undefined, 'this machine has no address but loopback');

  const run = await guarded({ ...(host === undefined ? {} : { host }), change: saysLive }, { TARGET: 'staging' });

  expect([run.code, run.changes]).toEqual([1, 0]);
});

const orders = ['--project=instore-orders', '--project=point-payment-intents', '--grep=@ORD-0|@PNT-0'];

async function ordersAlone(change: Change) {
  const front = await startFront({ change });
  const run = await runSuite({ ...places(front), TARGET: 'sandbox' }, '--workers=2', ...orders);
  await front.close();
  return { ...run, seen: front.seen };
}

test('two workers that are to delete wait for one token answer, and a live one stops both', {
  tag: '@long',
}, async () => {
  const run = await ordersAlone(saysLive);

  expect(run.seen.filter(isChange)).toEqual([]);
  expect(run.seen.filter(({ body }) => body.includes('grant_type'))).toHaveLength(1);
  expect(run.document().guard).toEqual({
    stopped: 'the target issues tokens with live_mode true',
    liveTokens: true,
    unseen: false,
  });
});

test('where no token answer can be had, what is declared decides, and the run says so', { tag: '@slow' }, async () => {
  const run = await ordersAlone(({ path, body }, answer) =>
    path === '/_states' && /authorization code|refresh token|an application"/.test(body)
      ? { status: 404, text: '{}' }
      : answer,
  );

  expect(run.seen.filter(isChange).length).toBeGreaterThan(0);
  expect([run.code, run.document().guard]).toEqual([0, { stopped: null, liveTokens: false, unseen: true }]);
  expect(run.output).toContain('Note: the run got no token response');
});

test('in the sandbox every cancellation carries x-test-scope: sandbox, and no other request does', {
  tag: '@slow',
}, async () => {
  const front = await startFront();
  const run = await runSuite(
    { ...places(front), TARGET: 'sandbox', MAX_RPS: '1000' },
    '--project=point-payment-intents',
    '--project=instore-orders',
  );
  await front.close();

  const scopes = (method: string, part: string) =>
    new Set(
      front.seen
        .filter((seen) => seen.method === method && seen.path.includes(part))
        .map(({ headers }) => headers['x-test-scope']),
    );
  expect(run.code).toBe(0);
  expect([...scopes('DELETE', '/point/')]).toEqual(['sandbox']);
  expect([...scopes('DELETE', '/instore/')]).toEqual([undefined]);
  expect(run.document().requirements.find(({ id }) => id === 'PNT-65')).toMatchObject({ outcome: 'not exercised' });
});
