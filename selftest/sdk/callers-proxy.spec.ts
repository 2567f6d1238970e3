import { createServer } from 'node:http';
import { connect, type Server } from 'node:net';
import { expect, test } from '@playwright/test';
import { close, listen } from '../tools/listen.ts';
import { everything, runGate } from './run-gate.ts';

/** A request to the caller's proxy: its place and credentials. */
type Asked = readonly [place: string, credentials: string | undefined];

const servers: Server[] = [];
test.afterEach(() => Promise.all(servers.splice(0).map(close)));

function listening(server: Server): Promise<string> {
  servers.push(server);
  return listen(server);
}

/** Starts a registry and the only proxy that can reach it; with a status, the proxy rejects. */
async function surroundings(status = 200) {
  const registry = await listening(createServer((_, response) => response.end('a package')));
  const asked: Asked[] = [];
  const proxy = createServer().on('connect', ({ url, headers }, stream) => {
    asked.push([url ?? '', headers['proxy-authorization']]);
    stream.on('error', () => {});
    if (status !== 200) return stream.end(`HTTP/1.1 ${status} Refused\r\n\r\n`);
    stream.write('HTTP/1.1 200 OK\r\n\r\n');
    const outside = connect(Number(new URL(registry).port), '127.0.0.1').on('error', () => stream.destroy());
    return stream.pipe(outside).pipe(stream);
  });
  return { asked, proxy: (await listening(proxy)).replace('//', '//agent:p%40ss-word@') };
}

const install = 'curl -s -p http://registry.example/a-package || echo "not installed: $?"';
const behind = (variables: Readonly<Record<string, string>>, ...options: string[]) =>
  runGate(variables, ...options, '--', 'sh', '-c', install);

test("what the command installs goes through the caller's own proxy, with its credentials", {
  tag: '@long',
}, async () => {
  const { asked, proxy } = await surroundings();

  const run = await behind({ HTTPS_PROXY: proxy.replace('http://', '') }, '--allow-host', 'registry.example');
  const { out, err, result } = run;

  expect(out, err).toContain('a package');
  expect(everything(run)).not.toMatch(/ss-word/);
  expect(asked).toEqual([['registry.example:80', `Basic ${btoa('agent:p@ss-word')}`]]);
  expect(result().passed).toEqual([{ request: 'registry.example:80', count: 1 }]);
  expect(result().refused).toEqual([]);
});

test("the caller's proxy sees nothing of what was not let out, nor of the API's hosts", { tag: '@long' }, async () => {
  const { asked, proxy } = await surroundings();

  const { out, result } = await behind({ https_proxy: proxy }, '--allow-host', 'other.example');

  expect(out).toContain('The SDK gate lets nothing out: registry.example is not');
  expect(asked).toEqual([]);
  expect(result().refused).toEqual([{ request: 'GET registry.example/a-package', count: 1 }]);
});

test("a rejection by the caller's proxy is passed on to what installs, and is no finding", {
  tag: '@long',
}, async () => {
  const { asked, proxy } = await surroundings(407);

  const { out, result } = await behind({ HTTPS_PROXY: proxy }, '--allow-host', '*.example');

  expect(out).toContain('not installed');
  expect(asked).toHaveLength(1);
  expect(result().findings).toEqual([]);
});
