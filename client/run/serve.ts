import { type FastifyInstance, fastify } from 'fastify';
import { whenOrphaned } from '#run/process/playwright';
import { readStubs } from '../answers/stubs.ts';
import { parseSteps, type ReplyRule } from '../replies/sequences.ts';
import { parseOperations } from '../result/coverage.ts';
import { type Gate, type GateOptions, startGate } from './gate.ts';
import type { ServeCommandLine } from './options.ts';

/** Describes a gate for clients that start by themselves, with an address that steers it. */
interface Served {
  readonly gate: Gate;
  readonly controlUrl: string;
  readonly stop: () => Promise<void>;
}

/** Opens a gate and its control address, on the next port up or any free one. */
async function serve(options: Partial<GateOptions>): Promise<Served> {
  const gate = await startGate(options);
  const control = fastify();
  addControl(control, gate);
  const { address: host = '127.0.0.1', port = 0 } = options;
  const controlUrl = await control.listen({ host, port: port === 0 ? 0 : port + 1 });
  const stop = async () => {
    await Promise.all([control.close(), gate.stop()]);
  };
  return { gate, controlUrl, stop };
}

/** Returns what a client can ask of the control address. */
function addControl(control: FastifyInstance, gate: Gate): void {
  control.get('/health', () => ({ ready: true, url: gate.url }));
  control.get('/ca.pem', (_, reply) => reply.type('application/x-pem-file').send(gate.authority));
  control.get('/findings', () => gate.findings());
  control.get('/exchanges', () => gate.exchanges());
  control.get('/strays', () => gate.log.strays);
  control.post('/reset', () => {
    gate.reset();
    return { reset: true };
  });
  control.put<{ Body: unknown }>('/replies', (request, reply) => {
    const rules = rulesIn(request.body);
    if (!rules) return reply.code(400).send({ message: 'Give {"oauth-token": "429;retry-after=1,ok"}.' });
    gate.reply(rules);
    return { replies: rules.length };
  });
}

function rulesIn(body: unknown): ReplyRule[] | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const entries = Object.entries(body);
  const rules = entries.flatMap(([name, sequence]) => {
    const [endpoint] = parseOperations(name) ?? [];
    const steps = parseSteps(String(sequence));
    return endpoint && steps ? [{ endpoint, steps }] : [];
  });
  return rules.length === entries.length ? rules : undefined;
}

/** Serves until a signal ends it. */
export async function serveGate({ options, stubs }: ServeCommandLine): Promise<number> {
  const { gate, controlUrl, stop } = await serve({
    ...options,
    stubs: stubs === undefined ? [] : readStubs(stubs),
  });
  console.log(`The SDK gate is ready: MP_BASE_URL=${gate.url} CONTROL_URL=${controlUrl}`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    whenOrphaned(resolve);
  });
  await stop();
  return 0;
}
