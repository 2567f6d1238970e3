import { fastify } from 'fastify';
import { whenOrphaned } from '#run/process/playwright';
import { parseReplyRule } from '../responses/sequences.ts';
import { readStubs } from '../responses/store.ts';
import { startGate } from './gate.ts';
import type { readServeOptions } from './options.ts';

/** Serves a gate and its control address, on the next port or any free one, until a signal ends it. */
export async function serveGate({ options, stubs }: ReturnType<typeof readServeOptions>): Promise<number> {
  const gate = await startGate({ ...options, stubs: stubs === undefined ? [] : readStubs(stubs) });
  const control = fastify();
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
    const rules = Object.entries(Object(request.body)).map(([name, steps]) => parseReplyRule(name, String(steps)));
    const valid = rules.filter((rule) => rule !== undefined);
    if (valid.length < rules.length)
      return reply.code(400).send({
        message: 'Invalid sequence of replies. Expected JSON such as {"oauth-token": "429;retry-after=1,ok"}.',
      });
    gate.reply(valid);
    return { replies: valid.length };
  });
  const { address: host, port } = options;
  const controlUrl = await control.listen({ host, port: port === 0 ? 0 : port + 1 });
  console.log(`The SDK gate is ready: MP_BASE_URL=${gate.url} CONTROL_URL=${controlUrl}`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
    whenOrphaned(resolve);
  });
  await Promise.all([control.close(), gate.stop()]);
  return 0;
}
