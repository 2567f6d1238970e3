import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Provider, startProvider } from '../../mock/server.ts';
import type { Night } from './calendar.ts';

/** Starts the provider of a night: with its fault, its bad moment, its slowness, and without the states that it lacks. */
export async function startNight(night: Night): Promise<Provider> {
  const { fault, badMoment, slow = 0, lacks = [] } = night;
  const provider = await startProvider(fault === undefined ? {} : { fault });
  let isOver = badMoment === undefined;
  const server = createServer(async (incoming, outgoing) => {
    const body = await bodyOf(incoming);
    const isLacking = incoming.url === '/_states' && lacks.some((state) => body.includes(`"${state}"`));
    const answer = isLacking ? new Response('', { status: 404 }) : await forward(provider, incoming, body);
    const text = await answer.text();
    const isBad = !isOver && badMoment !== undefined && text.includes(badMoment);
    isOver ||= isBad;
    if (slow > 0) await pause(slow);
    outgoing.writeHead(isBad ? 500 : answer.status, {
      'content-type': answer.headers.get('content-type') ?? '',
    });
    outgoing.end(isBad ? '{"message":"a bad moment"}' : text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await provider.close();
  };
  if (night.outage) await close();
  return { baseUrl: origin, statesUrl: `${origin}/_states`, close: night.outage ? async () => {} : close };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Passed on as it came, but for what belongs to the connection. */
function forward(
  { baseUrl }: Provider,
  { url = '', method = '', rawHeaders }: IncomingMessage,
  body: string,
) {
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
