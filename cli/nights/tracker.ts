import { createServer, type IncomingMessage } from 'node:http';
import type { Tracker } from '../issue/issue.ts';

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
    const said = await jsonOf(request);
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const api = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { tracker: { api, repository: 'owner/name', token: 'none', run: '#run' }, close };
}

async function jsonOf(request: IncomingMessage): Promise<Partial<Issue>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}');
}
