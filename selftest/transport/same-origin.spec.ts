import { createServer, type RequestListener } from 'node:http';
import { expect, test } from '@playwright/test';
import { requestOf } from '#http/request';
import { close, listen } from '../tools/listen.ts';
import { runSuite } from '../tools/run-suite.ts';

async function start(answer: RequestListener) {
  const seen: string[] = [];
  const server = createServer((incoming, response) => {
    seen.push(`${incoming.method} ${incoming.url} ${incoming.headers.authorization ?? ''}`.trim());
    answer(incoming, response);
  });
  return { server, origin: await listen(server), seen };
}

for (const status of [302, 307]) {
  test(`does not follow a ${status} to another server, and sends no token there`, {
    tag: status === 307 ? '@long' : '@slow',
  }, async () => {
    const other = await start((_, response) => response.end('{}'));
    const target = await start(({ url, headers }, response) => {
      const isWithToken = headers.authorization !== undefined;
      response.writeHead(isWithToken ? status : 400, { location: `${other.origin}${url}` }).end();
    });
    const token = 'APP_USR-1-010100-never-elsewhere';
    const values = { user_id: '1', external_pos_id: `//${new URL(other.origin).host}/x`, access_token: token };
    const states = await start((_, response) => response.end(JSON.stringify(values)));

    const places = { BASE_URL: target.origin, PROVIDER_STATES_URL: states.origin };
    const run = await runSuite(places, '--project=instore-orders', '--grep=@ORD-01');
    await Promise.all([other, target, states].map(({ server }) => close(server)));

    const order = run.document().requirements.find(({ id }) => id === 'ORD-01');
    expect(order?.outcome).toBe('failed');
    expect(order?.reason).toContain(`was answered ${status}.`);
    expect(target.seen.join()).toContain(`Bearer ${token}`);
    expect(other.seen).toEqual([]);
  });
}

for (const hostile of [
  ...['//evil.example/x', 'https://evil.example', '@evil.example', '\\\\evil.example', '../../../..', 'a/../../b'],
  ...['a?b#c', '%2e%2e/x', '\r\nhost: evil.example'],
]) {
  test(`a path parameter ${JSON.stringify(hostile)} leaves neither the origin nor its place`, () => {
    const { url } = requestOf({ BASE_URL: 'http://127.0.0.1:1/v1', TARGET: '' }, 'instore-orders', {
      path: { user_id: '1', external_pos_id: hostile },
    });

    const { origin, pathname, search, hash } = new URL(url);
    const [, place = ''] = /^\/v1\/instore\/qr\/seller\/collectors\/1\/pos\/([^/]+)\/orders$/.exec(pathname) ?? [];
    expect([origin, search, hash]).toEqual(['http://127.0.0.1:1', '', '']);
    expect(decodeURIComponent(place)).toBe(hostile);
  });
}

for (const step of ['.', '..']) {
  test(`a path parameter ${step} is not sent`, () => {
    const path = { user_id: '1', external_pos_id: step };

    expect(() => requestOf({ BASE_URL: 'http://127.0.0.1:1', TARGET: '' }, 'instore-orders', { path })).toThrow(
      `not exercised: no URL can hold the external_pos_id "${step}"`,
    );
  });
}
