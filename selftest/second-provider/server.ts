/**
 * The second provider: a provider that the suite has never seen.
 *
 * A conformance suite that refuses a conformant provider is worse than none. This one is written from the
 * reference and the provider states alone, in plain `node:http`, and shares nothing with the embedded provider,
 * the schemas or the suite. Where the reference is silent it chooses otherwise than an obvious implementation
 * would; what the reference states, and what any client relies on, it keeps to the letter. So a failure or a
 * warning that the suite reports of it is a false alarm, and a fault of the suite.
 *
 * - `choices*.ts` lists every open choice with its values, the plainest first; `forms.ts` names sets of them.
 *   `random:<n>` takes any value of every choice, the same ones for the same number.
 * - It is mounted under a path prefix; the provider states have a URL of their own, beside it.
 * - `provide(state)` brings a state about in-process: the values for a run by environment variables alone.
 * - By hand: `FORM=talkative PORT=4010 PREFIX=/v3 node --import tsx selftest/second-provider/main.ts`
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen } from '../tools/listen.ts';
import { textOfBytes } from '../tools/utf8.ts';
import type { Form } from './choices/choices.ts';
import { type FormName, formOf } from './choices/form-names.ts';
import { type Call, type Reply, uncoded } from './http/replies.ts';
import { findOperation } from './http/routes.ts';
import { send } from './http/wire.ts';
import { providerOf } from './provide.ts';
import type { Values } from './states.ts';
import { answerState } from './states-endpoint.ts';
import { createWorld, type World } from './world.ts';

/** Describes what the provider is started with: port 0 is any free one, `states: false` leaves out the states URL. */
export type Settings = { prefix?: string; form?: FormName; states?: boolean; port?: number };

/** A running second provider. */
export type SecondProvider = {
  baseUrl: string;
  statesUrl: string | undefined;
  provide(state: string): Values;
  close(): Promise<void>;
};

type Mounted = { prefix: string; form: Form; world: World; states: boolean; provide(state: string): Values };

/** Starts the second provider on loopback in the form of that name. */
export async function startSecondProvider(settings: Settings = {}): Promise<SecondProvider> {
  const { prefix = '/sandbox/api/v9', form: name = 'plain', states = true, port = 0 } = settings;
  const form = formOf(name);
  const world = createWorld(form);
  const mounted = { prefix, form, world, states, provide: providerOf(world) };
  const server = createServer((request, response) => {
    serve(mounted, request, response).catch(() => response.destroy());
  });
  const origin = await listen(server, '127.0.0.1', port);
  return {
    baseUrl: `${origin}${prefix}${form.wire.baseUrl === 'bare' ? '' : '/'}`,
    statesUrl: states ? `${origin}${form.states.url}` : undefined,
    provide: mounted.provide,
    close: () => close(server),
  };
}

async function serve(mounted: Mounted, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const reply = answer(mounted, request, textOfBytes(Buffer.concat(chunks)));
  await send(mounted.form, request, response, reply);
}

function answer(mounted: Mounted, request: IncomingMessage, text: string): Reply {
  const { prefix, form, world, states, provide } = mounted;
  const { method = '', headers, url = '' } = request;
  const [path = '', query] = url.split(/\?(.*)/s);
  const call: Call = { world, form, headers, path: {}, query: new URLSearchParams(query), text };
  if (states && method === 'POST' && url === form.states.url) return answerState(call, provide);
  const found = path.startsWith(prefix) ? findOperation(method, path.slice(prefix.length)) : undefined;
  return found === undefined ? uncoded(404) : found.operation({ ...call, path: found.path });
}
