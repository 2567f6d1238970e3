import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { type Served, startProvider } from '../../mock/server.ts';
import type { Tracker } from '../issue.ts';
import type { Night } from './calendar.ts';

/** Starts the provider of a night: with its fault, its bad moment, its slowness, and without the states that it lacks. */
export async function startNight(night: Night): Promise<Served> {
  const { fault, badMoment, slow = 0, lacks = [] } = night;
  const provider = await startProvider(fault === undefined ? {} : { fault });
  let isOver = badMoment === undefined;
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    const isLacking = incoming.url === '/_states' && lacks.some((state) => body.includes(`"${state}"`));
    const answer = isLacking ? new Response('', { status: 404 }) : await forward(provider, incoming, body);
    const answered = await answer.text();
    const isBad = !isOver && badMoment !== undefined && answered.includes(badMoment);
    isOver ||= isBad;
    if (slow > 0) await pause(slow);
    outgoing.writeHead(isBad ? 500 : answer.status, {
      'content-type': answer.headers.get('content-type') ?? '',
    });
    outgoing.end(isBad ? '{"message":"a bad moment"}' : answered);
  });
  const { origin, close: closeFront } = await listen(server);
  const close = async () => {
    await closeFront();
    await provider.close();
  };
  if (night.outage) await close();
  return { baseUrl: origin, statesUrl: `${origin}/_states`, close: night.outage ? async () => {} : close };
}

/** Passed on as it came, but for what belongs to the connection. */
function forward({ baseUrl }: Served, { url = '', method = '', rawHeaders }: IncomingMessage, body: string) {
  const pairs = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !/^(?:host|connection|content-length|accept-encoding)$/i.test(name)
      ? [[name, rawHeaders[index + 1] ?? ''] as [string, string]]
      : [],
  );
  return fetch(baseUrl + url, {
    method,
    headers: pairs,
    redirect: 'manual',
    ...(body === '' ? {} : { body }),
  });
}

interface Issue {
  readonly number: number;
  readonly html_url: string;
  title: string;
  body: string;
  state: string;
}

/** Stands where GitHub's issues are, in the memory of this process. */
export async function startTracker(): Promise<{
  readonly tracker: Tracker;
  readonly close: () => Promise<void>;
}> {
  const issues: Issue[] = [];
  const server = createServer(async (request, response) => {
    const said: Partial<Issue> = JSON.parse((await text(request)) || '{}');
    const number = Number(/\/issues\/(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
    const answer =
      request.method === 'GET' ? issues.filter(({ state }) => state === 'open') : kept(number, said);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  const kept = (number: number, said: Partial<Issue>): Issue => {
    const found = issues[number - 1];
    if (found) return Object.assign(found, 'state' in said || 'title' in said ? said : {});
    const place = { number: issues.length + 1, html_url: `#${issues.length + 1}` };
    const opened: Issue = { title: '', body: '', ...said, ...place, state: 'open' };
    issues.push(opened);
    return opened;
  };
  const { origin: api, close } = await listen(server);
  return { tracker: { api, repository: 'owner/name', token: 'none', run: '#run' }, close };
}

/** Lets a server listen at a free port of this machine. */
async function listen(
  server: Server,
): Promise<{ readonly origin: string; readonly close: () => Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, close };
}
