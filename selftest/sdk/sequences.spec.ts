import { defaultRound, parseReplyRule, parseSteps } from '#client/responses/sequences';
import type { Finding } from '#client/result/findings';
import { type Gate, startGate } from '#client/run/gate';
import { expect, long, program, test } from '../tools/fixtures.ts';
import { endStarted, start } from '../tools/started.ts';

let gate: Gate;
test.beforeAll(async () => {
  gate = await startGate();
});
test.afterAll(() => gate.stop());
test.beforeEach(() => gate.reset());

const body = JSON.stringify({ description: 'a buyer', site_id: 'MLA' });

async function create(headers = {}, text = body, { url }: Pick<Gate, 'url'> = gate): Promise<number | 'broken'> {
  const all = { 'content-type': 'application/json', authorization: 'Bearer APP_USR-1234-1', ...headers };
  try {
    const response = await fetch(`${url}/users/test`, { method: 'POST', headers: all, body: text });
    await response.text();
    return response.status;
  } catch {
    return 'broken';
  }
}

const asking = (sequence: string) => ({ 'x-conformance-reply': sequence });
const short = (findings: readonly Finding[]) =>
  findings.map(({ level, rule, text, requests }) => `${level} ${rule}: ${text} [${requests.length}]`);

test('a request that asks for a sequence meets it, and others do not', async () => {
  const sequence = asking('429;retry-after=0,500,reset,half,ok');
  const met = [];
  for (let times = 0; times < 6; times += 1) met.push(await create(sequence));

  expect(met).toEqual([429, 500, 'broken', 'broken', 201, 201]);
  expect(await create()).toBe(201);
});

test('a rule hands its sequence to the requests of its operation', async () => {
  gate.reply([{ endpoint: 'test-users', steps: parseSteps('404,503*') ?? [] }]);

  expect([await create(), await create(), await create()]).toEqual([404, 503, 503]);
  expect(gate.exchanges()[0]?.error).toBe('test-users 404 Resource-Not-Found');
});

for (const step of ['reset', 'half', '500', 'slow=0.1'])
  test(`a creation that is sent again after ${step} is reported with both requests`, async () => {
    await create(asking(`${step},ok`));
    await create(asking(`${step},ok`));

    expect(short(gate.findings())).toEqual([`note creation-twice: is sent again after ${step} [2]`]);
  });

test('a creation that is sent again after a 4xx, and another after one that broke off, are no finding', async () => {
  for (const step of ['429', '404']) for (const _ of [1, 2]) await create(asking(`${step},ok`));
  await create(asking('reset,ok'));
  await create({}, JSON.stringify({ description: 'another', site_id: 'MLA' }));
  await gate.begin({ name: 'variation:1', variation: 1 });
  await create(asking('reset,ok'));

  expect(gate.findings()).toEqual([]);
});

test('a request whose client leaves before a slow response is recorded in its round', async () => {
  const init = { method: 'POST', headers: asking('slow=2'), body, signal: AbortSignal.timeout(1000) };
  await expect(fetch(`${gate.url}/users/test`, init)).rejects.toThrow('timeout');
  await gate.begin(defaultRound);

  expect([gate.log.requests.length, gate.log.errors]).toEqual([1, []]);
});

test('a client that does not wait for Retry-After is reported, and one that waits is not', async () => {
  for (const _ of [1, 2]) await create(asking('429;retry-after=1,ok'));
  expect(short(gate.findings())).toEqual(['note retry-after: is sent again sooner than the Retry-After of 1 s [2]']);

  gate.reset();
  await create(asking('429;retry-after=1,ok'));
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await create(asking('429;retry-after=1,ok'));
  expect(gate.findings()).toEqual([]);
});

test('a client that never gives up is reported', async () => {
  const tries = async (count: number) => {
    for (let times = 0; times < count; times += 1) await create(asking('429*'));
    return short(gate.findings()).filter((found) => found.startsWith('note'));
  };
  await tries(9);
  await create({ authorization: '' }); // its rejection is no step of a sequence: it ends the tries

  expect(await tries(10)).toEqual([]);
  expect(await tries(1)).toEqual(['note gives-up: is sent more than 10 times [11]']);
});

test('what is sent again is a breach where the gate is strict', async () => {
  const strict = await startGate({ strict: true });
  for (const _ of [1, 2]) await create(asking('500,ok'), body, strict);
  const found = short(strict.findings());
  await strict.stop();

  expect(found).toEqual(['breach creation-twice: is sent again after 500 [2]']);
});

test('a header that is no sequence is rejected with an example', async () => {
  expect([await create(asking('503*,ok')), await create(asking('sometimes'))]).toEqual([400, 400]);
  expect(gate.exchanges()[0]?.answer).toContain('x-conformance-reply is not a sequence of replies. Expected ok, ');
  expect(parseReplyRule('oauth-token,test-users', 'ok')).toBeUndefined();
});

test.afterEach(endStarted);

test('a gate is served for clients that start by themselves, and steered by its control address', long, async () => {
  const { says, child } = start([...program, 'sdk', 'serve', '--port', '0'], {});
  const [, url = '', control = ''] = await says(/MP_BASE_URL=(\S+) CONTROL_URL=(\S+)/);
  const read = async (path: string) => (await fetch(`${control}${path}`)).json();

  expect(await read('/health')).toEqual({ ready: true, url });
  expect(await (await fetch(`${control}/ca.pem`)).text()).toContain('BEGIN CERTIFICATE');
  expect(await create({}, body, { url })).toBe(201);
  expect(await create({}, '{"description":"a"}', { url })).toBe(400);
  expect(await read('/findings')).toEqual([expect.objectContaining({ level: 'breach', rule: 'schema' })]);
  expect(await read('/exchanges')).toHaveLength(2);

  await fetch(`${control}/reset`, { method: 'POST' });
  const reply = async (sequence: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }; // as of curl -d
    const body = JSON.stringify({ 'test-users': sequence });
    return (await fetch(`${control}/replies`, { method: 'PUT', headers, body })).status;
  };
  expect([await reply('perhaps'), await reply('503,ok')]).toEqual([400, 200]);
  expect([await create({}, body, { url }), await create({}, body, { url })]).toEqual([503, 201]);
  expect(await read('/findings')).toEqual([expect.objectContaining({ rule: 'creation-twice', requests: [3, 4] })]);

  child.kill('SIGTERM');
  await expect.poll(() => child.exitCode, { timeout: 60_000 }).toBe(0);
});
