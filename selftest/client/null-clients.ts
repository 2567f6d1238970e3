import { connect } from 'node:net';
import type { Driver } from '#client/certification/driver';
import { overHttp1 } from './wire.ts';

type Ask = (base: string) => Driver['ask'];

const garbage: Ask = (base) => async () => {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => {}).resume();
  await new Promise((resolve) => socket.end('garbage / HTTP/9\r\n\r\n', () => resolve(undefined)));
  socket.destroy();
  return { outcome: 'done', result: {} };
};

const noOperation: Ask = (base) => async () => {
  await overHttp1(base, { method: 'POST', target: '/', headers: [], body: '{}' });
  return { outcome: 'done', result: {} };
};

const emptyToEach: Ask =
  (base) =>
  async ({ operation }) => {
    const targets: Partial<Record<string, string>> = {
      'oauth-token': '/oauth/token',
      'checkout-preferences': '/checkout/preferences',
      'test-users': '/users/test',
      'wallet-agreements': '/v2/wallet_connect/agreements',
    };
    const target = targets[operation] ?? '/';
    await overHttp1(base, { method: 'PATCH', target, headers: [], body: 'garbage' }).catch(() => undefined);
    return { outcome: 'done', result: {} };
  };

/** Clients that do nothing, whatever they report. */
export const nullClients: Readonly<Record<string, Ask>> = {
  'sends nothing and says nothing': () => async () => undefined,
  'sends nothing and says that all is done': () => async () => ({ outcome: 'done', result: {} }),
  'sends nothing and says that all is an error': () => async () => ({ outcome: 'error', error: 'no' }),
  'has no operation': () => async () => ({ outcome: 'unsupported' }),
  'sends what is no HTTP': garbage,
  'asks for no operation': noOperation,
  'sends garbage to each operation': emptyToEach,
};
