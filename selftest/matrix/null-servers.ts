import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { close, listen } from '../tools/fixtures.ts';
import successes from './successes.json' with { type: 'json' };

type Respond = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const json = { 'content-type': 'application/json' };

/** Servers that implement nothing: each responds in one fixed way. */
export const nullServers = {
  'always 200 {}': (_, response) => response.writeHead(200, json).end('{}'),
  'always 204': (_, response) => response.writeHead(204).end(),
  'always 400': (_, response) => response.writeHead(400, json).end('{"error":"bad_request"}'),
  'always 401': (_, response) => response.writeHead(401, json).end('{"error":"Not-Found"}'),
  'always 404': (_, response) => response.writeHead(404, json).end('{"error":"Resource-Not-Found"}'),
  'always 500': (_, response) => response.writeHead(500, json).end('{"error":"Internal-Server-Error"}'),
  'an HTML page': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
  'the request itself': (_, response, body) => response.writeHead(200, json).end(body || '{}'),
  'a success of each operation': ({ url = '' }, response) => {
    const path = url.replace(/\?.*/, '');
    const body = Object.entries(successes).find(([end]) => new RegExp(end).test(path))?.[1];
    response.writeHead(200, json).end(body === undefined ? '' : JSON.stringify(body));
  },
  'no response at all': () => {},
  'a reset connection': (request) => request.socket.resetAndDestroy(),
} satisfies Readonly<Record<string, Respond>>;

export async function startNullServer(answer: Respond): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    answer(request, response, await text(request));
  });
  return { url: await listen(server), close: () => close(server) };
}
