import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listen } from '../tools/listen.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const json = { 'content-type': 'application/json' };

const token = {
  ...{ access_token: 'APP_USR-1-010100-x', token_type: 'bearer', expires_in: 15_552_000, user_id: 1 },
  ...{ scope: 'offline_access read write', refresh_token: 'TG-1', public_key: 'APP_USR-1', live_mode: true },
};
const user = {
  ...{ id: 1, nickname: 'TEST1', password: 'password', site_status: 'active', site_id: 'MLA', description: 'a user' },
  ...{ email: 'user@example.com', date_created: '2024-01-01T00:00:00Z', date_last_updated: '2024-01-01T00:00:00Z' },
};

/** A success body for each operation, by the end of its path. */
const successes: readonly [RegExp, unknown][] = [
  [/oauth\/token$/, token],
  [/users\/test$/, user],
  [/agreements$/, { agreement_id: 'a-1', agreement_uri: 'https://wallet.example/a-1' }],
  [/payment-intents\/.*$/, { id: 'intent-1' }],
  [/preferences$/, { id: 'preference-1' }],
];

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
    const body = successes.find(([end]) => end.test(path))?.[1];
    response.writeHead(200, json).end(body === undefined ? '' : JSON.stringify(body));
  },
  'no response at all': () => {},
  'a reset connection': (request) => request.socket.resetAndDestroy(),
} satisfies Readonly<Record<string, Answer>>;

/** Starts a null server on loopback. */
export async function startNullServer(answer: Answer): Promise<{ server: Server; url: string }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    answer(request, response, Buffer.concat(chunks).toString());
  });
  return { server, url: await listen(server) };
}
