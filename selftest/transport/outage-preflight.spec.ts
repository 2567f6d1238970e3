import { createServer, type RequestListener } from 'node:http';
import { expect, request, test } from '@playwright/test';
import { preflight } from '#assertions/connection';
import { createSend } from '#http/send';
import { readSettings } from '#run/settings/settings';
import { close, listen } from '../tools/listen.ts';

interface Row {
  readonly name: string;
  readonly answer: RequestListener;
  /** Holds what the message says; nothing where the target is there. */
  readonly says?: string;
}

const html = { 'content-type': 'text/html; charset=utf-8' };
const page = '<!doctype html><h1>Hello</h1>';
const isToken = (url = '') => url.endsWith('/oauth/token');

const rows: readonly Row[] = [
  {
    name: 'a page to everything',
    answer: (_, response) => response.writeHead(200, html).end(page),
    says: 'every operation is answered 200 with an HTML page. Correct the path in BASE_URL',
  },
  {
    name: 'a page to everything that says that nothing is there',
    answer: (_, response) => response.writeHead(404, html).end(page),
    says: 'every operation is answered 404 with an HTML page',
  },
  {
    name: 'JSON that says 404, as behind a wrong prefix',
    answer: (_, response) => response.writeHead(404).end('{"error":"not_found"}'),
    says: 'every operation is answered 404. Correct the path in BASE_URL',
  },
  {
    name: 'a redirect to another origin',
    answer: ({ url }, response) => response.writeHead(301, { location: `https://elsewhere.example${url}` }).end(),
    says: 'every operation is redirected to https://elsewhere.example. Redirects are not followed',
  },
  {
    name: '503 to everything',
    answer: (_, response) => response.writeHead(503, { 'retry-after': '60' }).end(),
    says: 'the target kept answering 503, and asks to wait 60 s, longer than the 30 s that the run still waits',
  },
  {
    name: 'nothing',
    answer: () => undefined,
    says: 'no answer within 1 s (timed out). Check host, port and firewall',
  },
  {
    name: 'no HTTP',
    answer: ({ socket }) => socket.end('220 mail.example ESMTP\r\n'),
    says: 'does not speak HTTP',
  },
  {
    name: 'a hang-up',
    answer: ({ socket }) => socket.destroy(),
    says: 'where TLS is spoken there, say https://',
  },
  {
    name: 'pages for errors',
    answer: ({ url }, response) => response.writeHead(isToken(url) ? 400 : 401, html).end(page),
  },
  {
    name: 'a page for each operation that it does not have, and it has one',
    answer: ({ url = '' }, response) => {
      if (url.endsWith('/users/test')) response.writeHead(401).end('{}');
      else response.writeHead(404, html).end(page);
    },
  },
  { name: '500 to everything', answer: (_, response) => response.writeHead(500, html).end(page) },
  {
    name: 'JSON to all but one',
    answer: ({ url }, response) => response.writeHead(isToken(url) ? 400 : 404).end('{}'),
  },
  {
    name: 'a redirect to itself',
    answer: ({ url }, response) => response.writeHead(307, { location: url }).end(),
  },
  {
    name: 'a body that is cut short',
    answer: (_, response) => {
      response.writeHead(400, { 'content-length': '10' }).write('{');
      setTimeout(() => response.destroy(), 10);
    },
  },
  {
    name: '429 to token requests alone',
    answer: ({ url }, response) => response.writeHead(isToken(url) ? 429 : 400).end('{}'),
  },
];

for (const { name, answer, says } of rows) {
  test(`a target that answers ${name} is ${says ? 'out of reach' : 'there'}`, async () => {
    const server = createServer(answer);
    const baseUrl = await listen(server);

    const reason = await look(baseUrl);
    await close(server);

    if (says === undefined) expect(reason).toBeUndefined();
    else {
      expect(reason).toContain(`the target cannot be reached at ${baseUrl}: `);
      expect(reason).toContain(says);
    }
  });
}

test('a name that nobody has is out of reach', async () => {
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
