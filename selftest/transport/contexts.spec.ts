import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type APIRequestContext, expect, request, test } from '@playwright/test';
import { createSend } from '#http/send';
import { close, listen } from '../tools/listen.ts';

type Answers = (asked: IncomingMessage, response: ServerResponse) => void;

interface Sender {
  readonly get: (path: string) => Promise<string>;
  readonly contexts: readonly APIRequestContext[];
}

async function against(answers: Answers, use: (sender: Sender) => Promise<void>) {
  const server = createServer(answers);
  const origin = await listen(server);
  const contexts: APIRequestContext[] = [];
  const open = async () => {
    const context = await request.newContext();
    contexts.push(context);
    return context;
  };
  const send = createSend(open, 5);
  const get = (path: string) => send({ method: 'POST', url: origin + path, headers: {} }).then(({ text }) => text);
  await use({ get, contexts }).finally(() => close(server));
}

test('a cookie is not sent back, and an answer on its way is not lost for it', async () => {
  const answers: Answers = ({ url, headers }, response) => {
    if (url === '/cookie') response.setHeader('set-cookie', 'session=1');
    setTimeout(() => response.end(`${url} ${headers.cookie ?? 'no cookie'}`), url === '/slow' ? 500 : 0);
  };

  await against(answers, async ({ get }) => {
    const slow = get('/slow');

    expect(await get('/cookie')).toBe('/cookie no cookie');
    expect(await get('/after')).toBe('/after no cookie');
    expect(await slow).toBe('/slow no cookie');
  });
});

for (const { what, bytes, times } of [
  { what: 'a hundred answers', bytes: 10, times: 250 },
  { what: 'a megabyte of answers', bytes: 400_000, times: 8 },
]) {
  test(`a context is disposed of after ${what}`, async () => {
    const body = 'x'.repeat(bytes);

    await against(
      (_, response) => response.end(body),
      async ({ get, contexts }) => {
        for (let time = 0; time < times; time += 1) expect(await get('/')).toBe(body);

        expect(contexts).toHaveLength(3);
        for (const context of contexts.slice(0, 2))
          await expect(context.get('http://127.0.0.1/')).rejects.toThrow(/disposed|closed/);
      },
    );
  });
}
