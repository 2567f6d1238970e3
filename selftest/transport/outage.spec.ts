import type { RequestListener } from 'node:http';
import { request } from '@playwright/test';
import { preflight } from '#assertions/preflight';
import { createSend } from '#http/send';
import { readSettings } from '#run/settings/settings';
import { expect, long, runSuite, slow, test } from '../tools/fixtures.ts';
import { type Answered, runBehindFront, type Seen } from '../tools/front.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };
const page = '<!doctype html><h1>Hello</h1>';
const isToken = (url = '') => url.endsWith('/oauth/token');
const statusBy =
  (toToken: number, toOthers: number, headers = {}): RequestListener =>
  ({ url }, response) =>
    response.writeHead(isToken(url) ? toToken : toOthers, headers).end('{}');

const pageTo =
  (status: number): RequestListener =>
  (_, response) =>
    response.writeHead(status, html).end(page);

/** Targets by their response, and the expected message; undefined if the target is available. */
const targets: Readonly<Record<string, readonly [respond: RequestListener, says?: string]>> = {
  'a page to everything': [pageTo(200), 'every operation returns 200 with an HTML page. Fix the path in BASE_URL'],
  'a page to everything that says that nothing is there': [pageTo(404), 'operation returns 404 with an HTML page'],
  'a page of a firewall to everything': [pageTo(403), 'operation returns 403 with an HTML page'],
  'JSON that says 404, as behind a wrong prefix': [statusBy(404, 404), 'returns 404. Fix the path in BASE_URL'],
  'a redirect to another origin': [
    ({ url }, response) => response.writeHead(301, { location: `https://elsewhere.example${url}` }).end(),
    'every operation redirects to https://elsewhere.example. Redirects are not followed',
  ],
  '503 to everything': [
    statusBy(503, 503, { 'retry-after': '60' }),
    'the target kept returning 503, with a Retry-After of 60 s, more than the 30 s that the run still waits',
  ],
  nothing: [() => undefined, 'no response within 1 s (timed out). Check the host, port and firewall'],
  'no HTTP': [({ socket }) => socket.end('220 mail.example ESMTP\r\n'), 'the response is not HTTP'],
  'a hang-up': [({ socket }) => socket.destroy(), 'use https:// if this port uses TLS'],
  'pages for errors': [({ url }, response) => response.writeHead(isToken(url) ? 400 : 401, html).end(page)],
  'a page for each operation that it does not have, and it has one': [
    ({ url = '' }, response) => {
      if (url.endsWith('/users/test')) response.writeHead(401).end('{}');
      else response.writeHead(404, html).end(page);
    },
  ],
  '500 to everything': [statusBy(500, 500, html)],
  'JSON to all but one': [statusBy(400, 404)],
  'a redirect to itself': [({ url }, response) => response.writeHead(307, { location: url }).end()],
  'a body that is cut short': [
    (_, response) => {
      response.writeHead(400, { 'content-length': '10' }).write('{');
      setTimeout(() => response.destroy(), 10);
    },
  ],
  '429 to token requests alone': [statusBy(429, 400)],
};

for (const [name, [respond, says]] of Object.entries(targets))
  test(`a target that answers ${name} is ${says ? 'out of reach' : 'there'}`, async ({ serve }) => {
    const baseUrl = await serve(respond);

    const reason = await look(baseUrl, {}, name === 'nothing' ? 1 : 20);

    if (says === undefined) expect(reason).toBeUndefined();
    else expect(reason).toMatch(`the target cannot be reached at ${baseUrl}: `);
    expect(reason ?? '').toContain(says ?? '');
  });

test('an unknown name is out of reach, and the message names the proxy without its user', async () => {
  const reason = await look('https://no-such-host.invalid', { HTTPS_PROXY: 'http://bob:hu%sh@127.0.0.1:9' });
  expect(reason).toMatch(/\.invalid \(HTTPS_PROXY http:\/\/127\.0\.0\.1:9\): .*The host does not exist/);
});

test('a production host is asked for nothing but a token', async ({ serve }) => {
  const asked: string[] = [];
  const baseUrl = await serve(({ method, url, socket }) => {
    asked.push(`${method} ${url}`);
    socket.destroy();
  });

  await look(baseUrl, { PRODUCTION_HOSTS: '127.0.0.1' });

  expect([...new Set(asked)]).toEqual(['POST /oauth/token']);
});

function look(baseUrl: string, environment: NodeJS.ProcessEnv = {}, seconds = 20): Promise<string | undefined> {
  const settings = readSettings({ ...environment, BASE_URL: baseUrl });
  return preflight({ settings, written: {}, newSend: () => createSend(() => request.newContext(), seconds) });
}

const orders = ['--project=instore-orders', '--project=point-payment-intents'];

test('a run without its target ends with one message, and its reports are complete', long, async () => {
  const baseUrl = 'http://127.0.0.1:9';

  const places = { BASE_URL: baseUrl, PROVIDER_STATES_URL: `${baseUrl}/_states` };
  const run = await runSuite(places, '--workers=2', ...orders);

  const { unreachable, verdict, requirements } = run.document();
  const message = `the target cannot be reached at ${baseUrl}: connect ECONNREFUSED 127.0.0.1:9. Nothing listens on this port`;
  expect([run.code, verdict]).toEqual([1, 'INCOMPLETE']);
  expect(unreachable).toContain(message);
  expect(run.prose.split(message)).toHaveLength(3); // once for the outage, once as the reason of the decision
  expect(run.output).not.toContain('ORD-01');
  for (const { unasked, endpoint, outcome, reason } of requirements)
    if (unasked === undefined && /orders|intents/.test(endpoint))
      expect([outcome, reason]).toEqual(['inconclusive', unreachable]);
});

test('a target that goes away is asked a few times more, by no worker again, and fails nothing', slow, async () => {
  let count = 0;
  const change = (_: Seen, response: Answered) => {
    count += 1;
    return count > 150 ? undefined : response;
  };

  const run = await runBehindFront({ change }, {}, '--workers=2', ...orders);

  const { unreachable, counts, verdict, requirements } = run.document();
  expect([run.code, verdict, counts.must.failed, counts.should.warned]).toEqual([1, 'INCOMPLETE', 0, 0]);
  expect(requirements.flatMap(({ tests }) => tests.map(({ outcome }) => outcome))).toContain('passed');
  expect(unreachable).toMatch(/cannot be reached at http|no provider states from http/);
  expect(count).toBeLessThan(400);
});

test('a service that closes the connection on a wrong token has its successes judged', slow, async () => {
  const change = (_: Seen, response: Answered) => (response.status === 401 ? undefined : response);

  const run = await runBehindFront({ change }, {}, '--grep=@USR-0[14]');

  expect([run.row('USR-01')?.outcome, run.row('USR-04')?.outcome]).toEqual(['passed', 'passed']);
});

test('one operation that keeps answering 503 is given up alone', slow, async () => {
  const change = ({ path, method }: Seen, response: Answered) =>
    method === 'DELETE' && path.startsWith('/point') ? { status: 503, text: '' } : response;

  const run = await runBehindFront({ change }, {}, '--workers=2', ...orders);

  const { unreachable, counts } = run.document();
  expect([unreachable, counts.must.failed]).toEqual([null, 0]);
  expect([run.row('ORD-01')?.outcome, run.row('PNT-01')?.outcome]).toEqual(['passed', 'inconclusive']);
  expect(run.prose).toContain('point-payment-intents was unreachable 3 times in a row, while other operations respond');
});
