import { fastify } from 'fastify';
import { onParentExit } from '#run/process/program';
import { parseReplyRule } from '../responses/sequences.ts';
import { type Gate, startGate } from './gate.ts';
import type { readServeOptions } from './options.ts';

/** The number of requests that a served gate shows with their headers, body and response. */
const SERVED_REQUESTS = 1_000;

/** Serves a gate and its control address, on the next port or any free one, until a signal ends it. */
export async function serveGate(options: ReturnType<typeof readServeOptions>): Promise<number> {
  const gate = await startGate({ ...options, keptRequests: SERVED_REQUESTS });
  const control = createControl(gate);
  const { address: host, port } = options;
  const controlUrl = await control.listen({ host, port: port === 0 ? 0 : port + 1 });
  console.log(`The SDK gate is ready: MP_BASE_URL=${gate.url} CONTROL_URL=${controlUrl}`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    onParentExit(resolve);
  });
  await Promise.all([control.close(), gate.stop()]);
  return 0;
}

/** Creates the server through which a client reads the findings of a gate, resets it and sets its replies. */
function createControl(gate: Gate) {
  const control = fastify();
  // curl -d names a form
  control.addContentTypeParser('*', { parseAs: 'string' }, control.getDefaultJsonParser('error', 'error'));
  control.get('/health', () => ({ ready: true, url: gate.url }));
  control.get('/ca.pem', (_, reply) => reply.type('application/x-pem-file').send(gate.authority));
  control.get('/findings', () => gate.findings());
  control.get('/exchanges', () => gate.exchanges());
  control.get('/strays', () => gate.strays());
  control.post('/reset', () => {
    gate.reset();
    return { reset: true };
  });
  control.put<{ Body: unknown }>('/replies', (request, reply) => {
    const rules = Object.entries(Object(request.body)).map(([name, steps]) => parseReplyRule(name, String(steps)));
    const valid = rules.filter((rule) => rule !== undefined);
    const message = 'Invalid sequence of replies. Expected JSON such as {"oauth-token": "429;retry-after=1,ok"}.';
    if (valid.length < rules.length) return reply.code(400).send({ message });
    gate.reply(valid);
    return { replies: valid.length };
  });
  return control;
}
