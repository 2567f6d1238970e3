import { createServer } from 'node:http';
import fastify from 'fastify';
import { request } from 'undici';
import { startGate, usualOptions } from '#client/run/gate';
import { startProvider } from '#mock/server';
import { listen } from '../tools/listen.ts';

// A server in a process of its own, for its throughput; it prints its address and serves until it is ended.

const refusal = {
  error: 'unsupported_grant_type',
  message: 'grant_type is none of those allowed',
  status: 400,
};

const servers: Readonly<Record<string, () => Promise<string>>> = {
  'bare node:http': () =>
    listen(
      createServer((incoming, outgoing) => {
        incoming.resume().on('end', () => {
          outgoing.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal));
        });
      }),
    ),
  'bare Fastify': () => {
    const app = fastify();
    app.post('/oauth/token', (_, reply) => reply.code(400).send(refusal));
    return app.listen({ host: '127.0.0.1', port: 0 });
  },
  mock: async () => (await startProvider()).baseUrl,
  'bare proxy': async () => {
    const { baseUrl } = await startProvider();
    const app = fastify();
    app.post('/oauth/token', async ({ body }, reply) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await request(`${baseUrl}/oauth/token`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return reply.code(answer.statusCode).send(await answer.body.json());
    });
    return app.listen({ host: '127.0.0.1', port: 0 });
  },
  gate: async () => (await startGate({ ...usualOptions, inherited: {} })).url,
};

const [, , name = ''] = process.argv;
const start = servers[name];
if (start === undefined)
  throw new Error(`No server is called "${name}": ${Object.keys(servers).join(', ')}.`);
process.stdout.write(`${await start()}\n`);
