import { expect, test } from '@playwright/test';
import { withProvider } from '../tools/mock-client.ts';

const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
const megabyte = 'x'.repeat(1_000_000);

const bodies = {
  nothing: '',
  'half an object': '{"client_id":',
  'a list': '[{}]',
  null: 'null',
  'deep lists': deep,
  'deep lists in a member': `{"description":${deep},"items":${deep},"client_id":${deep}}`,
  'a lone surrogate': '{"description":"\\ud83d","client_id":"\\ud83d","external_flow_id":"\\ud83d"}',
  'a __proto__ key': '{"__proto__":{"client_id":"x","description":"x"},"constructor":{"prototype":1}}',
  'huge numbers': '{"description":1e400,"agreement_data":{"validation_amount":-1e400},"client_id":1e999}',
  'a megabyte of text': JSON.stringify({ description: megabyte, client_id: megabyte }),
  'eight megabytes': JSON.stringify({ description: megabyte.repeat(8) }),
  'bytes that are no UTF-8': Uint8Array.from([0x7b, 0xff, 0x7d]),
  'a form': 'client_id=x&grant_type=authorization_code',
};

const paths = ['/oauth/token', '/checkout/preferences', '/users/test', '/v2/wallet_connect/agreements?client.id=x'];

for (const type of ['application/json', 'text/plain', ';;;']) {
  test(`bad input sent as ${type} is answered in JSON and never with 5xx`, () =>
    withProvider({}, async ({ given, ask }) => {
      const { access_token: token } = (await given('an access token')).json;

      for (const [name, body] of Object.entries(bodies)) {
        for (const path of paths) {
          const { status, text } = await ask(path, { token, type, body });
          expect([status < 500, text.slice(0, 1)], `${name} to ${path}: ${status}`).toEqual([true, '{']);
        }
      }
    }));
}

for (const { path, code } of [
  { path: '1/pos//orders', code: 'invalid_externalPosId' },
  { path: '12abc/pos/x/orders', code: 'invalid_collectorId' },
  { path: '-1/pos/x/orders', code: 'invalid_collectorId' },
  { path: '1.0/pos/x/orders', code: 'invalid_collectorId' },
  { path: '%D9%A1/pos/x/orders', code: 'invalid_collectorId' },
  { path: '/pos/x/orders', code: 'invalid_collectorId' },
  { path: '%zz/pos/x/orders', code: 'invalid_request' },
]) {
  test(`the path ${path} of an order is answered ${code}`, () =>
    withProvider({}, async ({ given, ask }) => {
      const { access_token: token } = (await given('an access token')).json;

      const answer = await ask(`/instore/qr/seller/collectors/${path}`, { method: 'DELETE', token });

      expect(answer).toMatchObject({ status: 400, json: { error: code } });
    }));
}
