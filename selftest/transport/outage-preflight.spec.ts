import { createServer, type RequestListener } from 'node:http';
import { expect, request, test } from '@playwright/test';
import { preflight } from '#assertions/connection';
import { createSend } from '#http/send';
import { readSettings } from '#run/settings/settings';
import { close, listen } from '../tools/listen.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };
const page = '<!doctype html><h1>Hello</h1>';
const isToken = (url = '') => url.endsWith('/oauth/token');
const statusBy =
  (toToken: number, toOthers: number, headers = {}): RequestListener =>
  ({ url }, response) =>
    response.writeHead(isToken(url) ? toToken : toOthers, headers).end('{}');

/** Targets by their response, and the expected message; undefined if the target is available. */
const targets: Readonly<Record<string, readonly [respond: RequestListener, says?: string]>> = {
  'a page to everything': [
    (_, response) => response.writeHead(200, html).end(page),
    'every operation is answered 200 with an HTML page. Correct the path in BASE_URL',
  ],
  'a page to everything that says that nothing is there': [
    (_, response) => response.writeHead(404, html).end(page),
    'every operation is answered 404 with an HTML page',
  ],
  'JSON that says 404, as behind a wrong prefix': [
    statusBy(404, 404),
    'every operation is answered 404. Correct the path in BASE_URL',
  ],
  'a redirect to another origin': [
    ({ url }, response) => response.writeHead(301, { location: `https://elsewhere.example${url}` }).end(),
    'every operation is redirected to https://elsewhere.example. Redirects are not followed',
  ],
  '503 to everything': [
    statusBy(503, 503, { 'retry-after': '60' }),
    'the target kept answering 503, and asks to wait 60 s, longer than the 30 s that the run still waits',
  ],
  nothing: [() => undefined, 'no answer within 1 s (timed out). Check host, port and firewall'],
  'no HTTP': [({ socket }) => socket.end('220 mail.example ESMTP\r\n'), 'does not speak HTTP'],
  'a hang-up': [({ socket }) => socket.destroy(), 'where TLS is spoken there, say https://'],
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

for (const [name, [respond, says]] of Object.entries(targets)) {
  test(`a target that answers ${name} is ${says ? 'out of reach' : 'there'}`, async () => {
    const server = createServer(respond);
    const baseUrl = await listen(server);

    const reason = await look(baseUrl);
    await close(server);

    if (says === undefined) expect(reason).toBeUndefined();
    else expect(reason).toMatch(`the target cannot be reached at ${baseUrl}: `);
    expect(reason ?? '').toContain(says ?? '');
  });
}

test('an unknown name is out of reach', async () => {
  expect(await look('http://no-such-host.invalid')).toContain('There is no such name');
});

test('a production host is asked for nothing but a token', async () => {
  const asked: string[] = [];
  const server = createServer(({ method, url, socket }) => {
    asked.push(`${method} ${url}`);
    socket.destroy();
  });

  await look(await listen(server), { PRODUCTION_HOSTS: '127.0.0.1' });
  await close(server);

  expect([...new Set(asked)]).toEqual(['POST /oauth/token']);
});

function look(baseUrl: string, environment: NodeJS.ProcessEnv = {}): Promise<string | undefined> {
  const settings = readSettings(environment);
  const newSend = () => createSend(() => request.newContext(), 1);
  return preflight({ baseUrl, settings, newSend, pause: () => undefined });
}
