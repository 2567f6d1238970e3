import { endpoints } from '#api/operations';
import { acceptAnyCredentials } from '#client/responses/plan';
import { respond } from '#client/responses/respond';
import { createSequences, defaultRound, documentedErrors, nameError, type Round } from '#client/responses/sequences';
import { createStore } from '#client/responses/store';
import { groupFindings } from '#client/result/findings';
import { type GateRun, newLog } from '#client/result/record';
import { buildResult, NO_MINIMUM } from '#client/result/result';
import { defaultOptions } from '#client/run/gate';
import { getReplyText, type Reply } from '#client/wire/traffic';
import { startProvider } from '#mock/server';
import { singleVariations, variation } from '#mock/variations';
import { expect, slow, test } from '../tools/fixtures.ts';
import { type Short, sentAs } from './request.ts';

const options = { ...defaultOptions, hosts: ['api.example.com'] };

const refresh: Short = {
  of: 'oauth-token',
  body: { client_id: '4711', client_secret: 'own', grant_type: 'refresh_token', refresh_token: 'r' },
};

/** Sends requests through a round of the gate with its own embedded provider. */
async function playRound(round: Round, requests: readonly Short[], changed = {}) {
  const log = newLog();
  const provider = await startProvider({ variation: round.variation, wrap: acceptAnyCredentials });
  const state = { sequences: createSequences([]), store: createStore(), log, ended: new AbortController().signal };
  const context = { round, provider, options: { ...options, ...changed }, ...state };
  const replies: Reply[] = [];
  for (const short of requests) replies.push(await respond({ ...sentAs(short), host: 'api.example.com' }, context));
  await provider.close();
  return { replies, log };
}

for (const error of documentedErrors)
  test(`the round of the documented error ${nameError(error)} answers it, and the other operations as usual`, async () => {
    const each = endpoints.map((of) => ({ of }));

    const { log } = await playRound({ name: nameError(error), variation: 0, error }, each);

    for (const { endpoint, error: met, status } of log.requests) {
      expect(met).toBe(endpoint === error.endpoint ? nameError(error) : null);
      if (endpoint !== error.endpoint) expect(status).toBeLessThan(300);
    }
    expect(log.errors).toEqual([]);
  });

test('credentials that no provider knows are answered as known ones, under the names that were sent', async () => {
  const code = { client_id: '4711', client_secret: 'own', grant_type: 'authorization_code', code: 'c' };
  const requests: Short[] = [{ of: 'oauth-token', body: code }, refresh, { of: 'point-payment-intents' }];
  const { replies } = await playRound({ name: 'conformant', variation: 0 }, requests);

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(replies.map(getReplyText)).toEqual([
    expect.stringContaining('APP_USR-4711-'),
    expect.stringContaining('APP_USR-4711-'),
    '{"id":"7"}',
  ]);
});

test('what is missing stays missing, and is rejected', async () => {
  const json = ['Content-Type', 'application/json'] as const;
  const { replies, log } = await playRound({ name: 'conformant', variation: 0 }, [
    { of: 'oauth-token', body: { client_secret: 'own', grant_type: 'client_credentials' } },
    { of: 'test-users', headers: [json] },
    { of: 'test-users', headers: [json, ['Authorization', 'Bearer undefined']] },
    { of: 'instore-orders', target: '/instore/qr/seller/collectors/me/pos/P/orders' },
  ]);

  expect(replies.map(({ status }) => status)).toEqual([400, 401, 401, 400]);
  expect(log.requests.map(({ error }) => error)).toEqual([
    'oauth-token 400 invalid_request',
    'test-users 401 Not-Found',
    'test-users 401 Not-Found',
    'instore-orders 400 invalid_collectorId',
  ]);
});

/** Open choices that require another form of a request or an order that exists: an SDK must handle a rejection. */
const strict = ['preferenceDates', 'preferenceSpelling', 'agreementClient', 'agreementPlatform', 'absentOrder'];

test('every variation accepts a good request under the names that were sent, or has another form', slow, async () => {
  const usual: Readonly<Record<string, unknown>> = variation(0);
  const zipped = [['Accept-Encoding', 'gzip'] as const, ['Content-Type', 'application/json'] as const];
  const requests = endpoints.map((of): Short => (of === 'oauth-token' ? { ...refresh, headers: zipped } : { of }));
  const stubs = [{ method: 'POST', path: '/oauth/token', body: { added: true } }];
  const rejected: string[] = [];
  for (let n = 1; n <= singleVariations; n += 1) {
    const { log, replies } = await playRound({ name: `variation:${n}`, variation: n }, requests, { stubs });
    expect(replies.map(getReplyText)[0], `variation ${n}`).toMatch(/APP_USR.?4711/);
    if (Object.entries(variation(n)).some(([name, value]) => strict.includes(name) && value !== usual[name])) continue;
    for (const { endpoint, status } of log.requests) if (status >= 300) rejected.push(`${n} ${endpoint} ${status}`);
  }

  expect(rejected).toEqual([]);
});

test('a gate that keeps one request whole has the findings of one that keeps all', async () => {
  const retried: Short = {
    of: 'test-users',
    headers: [
      ['Content-Type', 'application/json'],
      ['Authorization', 'Bearer APP_USR-1234-5678'],
      ['X-Conformance-Reply', '500,ok'],
      ['X-Idempotency-Key', 'k'],
    ],
  };
  const requests: readonly Short[] = [retried, retried, { of: 'test-users', body: {} }, { of: 'test-users' }];

  const [one, all] = await Promise.all(
    [1, requests.length].map((keptRequests) => playRound(defaultRound, requests, { keptRequests })),
  );

  const texts = one?.log.requests.map(({ body, answer: response }) => [body, response].join(''));
  expect(texts).toEqual(['', '', '', expect.any(String)]);
  expect(one?.log.requests.at(-1)?.body).not.toBe('');
  expect(one && groupFindings(one.log, false)).toEqual(all && groupFindings(all.log, false));
  expect(one && groupFindings(one.log, false).map(({ text }) => text)).toContainEqual(
    expect.stringContaining('with an X-Idempotency-Key'),
  );
});

test('a gate fails without a request, after the time of its command, for an internal error, and if interrupted', async () => {
  const { log } = await playRound(defaultRound, [{ of: 'test-users' }]);
  const round = { name: 'conformant', endpoint: null, code: 0, timedOut: false, milliseconds: 1, survived: true };
  const late = { ...round, timedOut: true, survived: false };
  const judge = (changes: Partial<GateRun>, interrupted = false) => {
    const run = { ...log, rounds: [round], ...changes };
    const terms = { started: '', ignoreExit: true, interrupted, minimum: NO_MINIMUM };
    const { verdict, judged } = buildResult({ way: 'proxy', strict: false, command: { words: ['x'] } }, run, terms);
    return [verdict, ...Object.entries(judged).flatMap(([of, word]) => (word === 'failed' ? of : []))].join(' ');
  };

  const changes = [{}, { requests: [] }, { rounds: [late] }, { errors: ['x'] }];
  const found = [...changes.map((each) => judge(each)), judge({}, true)];
  expect(found).toEqual(['PASSED', 'FAILED contract', 'FAILED command', 'FAILED gate', 'FAILED command']);
});
