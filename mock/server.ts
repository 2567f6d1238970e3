import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastify from 'fastify';
import { withDemoFaults } from './demo-faults.ts';
import { isObject, type JsonObject, jsonText, readJson } from './http/json.ts';
import { reject, send, type Wire } from './http/wire.ts';
import { type Call, type Operation, response } from './operation.ts';
import { operations, type Wrap } from './operations.ts';
import { type Variation, variation } from './variations.ts';
import { provideState, states } from './world/states.ts';
import { emptyWorld, type World } from './world/world.ts';

const replyTo = (operation: Operation, call: Call): Wire => addEcho(response(operation, call), call);
const getBytes = (body: unknown): Uint8Array => (body instanceof Uint8Array ? body : new Uint8Array());
const getBodyText = ({ body }: Call): string | undefined => (body.value === undefined ? undefined : body.text);

export type ProviderOptions = {
  port?: number;
  address?: string;
  prefix?: string;
  variation?: number;
  /** True if a setup returns several sets of values, which need no teardown. */
  severalSets?: boolean;
  wrap?: Wrap;
};
type Served = { baseUrl: string; statesUrl: string; close(): Promise<void> };
export type Provider = Served & {
  choices: Variation;
  /** Returns the values of a provider state as the states URL does; undefined for an unknown name. */
  provide(state: string): JsonObject | undefined;
};

type Setting = { world: World; choices: Variation };
type Request = FastifyRequest<{ Params: Call['path']; Querystring: Call['query'] }>;

/** Starts an embedded provider, on the loopback interface by default; port 0, the default, takes any free one. */
export async function startProvider(options: ProviderOptions = {}): Promise<Provider> {
  const { port = 0, address = '127.0.0.1', prefix = '' } = options;
  const world = emptyWorld();
  const choices = variation(options.variation ?? 0);
  const app = newApp(choices);
  addOperations(app, { world, choices }, options);
  addStates(app, { world, choices }, options.severalSets);
  const origin = await app.listen({ host: address, port });
  return {
    baseUrl: origin + prefix,
    statesUrl: `${origin}/_states`,
    choices,
    provide: (state) => states.get(state)?.(world, choices),
    close: () => app.close(),
  };
}

function addOperations(app: FastifyInstance, setting: Setting, { prefix = '', wrap }: ProviderOptions): void {
  for (const { endpoint, method, path: url, build } of operations) {
    const sound = build(setting.choices);
    const operation = wrap?.(sound, endpoint) ?? sound;
    app.route({
      method,
      url: prefix + url,
      handler: (request: Request, reply) =>
        write(request, reply, replyTo(operation, callFrom(request, setting)), setting.choices),
    });
  }
}

function addStates(app: FastifyInstance, { world, choices }: Setting, severalSets = false): void {
  const toText = (values: JsonObject) => jsonText(values, choices);
  app.post('/_states', (request, reply) => {
    const { status, body } = provideState(getBytes(request.body), world, choices, severalSets);
    return reply
      .code(status)
      .type('application/json')
      .send(Array.isArray(body) ? `[${body.map(toText).join()}]` : toText(body));
  });
}

function callFrom(request: Request, setting: Setting): Call {
  const { headers, params: path, query, body } = request;
  return { headers, path, query, body: readJson(getBytes(body)), ...setting };
}

/** Returns the response with the request echoed if the variation does so; a response without a body stays as it is. */
function addEcho(wire: Wire, call: Call): Wire {
  const text = wire.text.trimEnd();
  const echo = echoes[call.choices.echo](call);
  if (echo === undefined || !text.endsWith('}') || repeatsASecret(wire, call)) return wire;
  const comma = text === '{}' ? '' : ',';
  return { ...wire, text: `${text.slice(0, -1)}${comma}"received":${echo}}` };
}

const echoes = {
  none: () => undefined,
  'of the body': getBodyText,
  'of the body as text': ({ body }: Call) => JSON.stringify(body.text),
  'of everything': (call: Call) => {
    const { headers, path, query } = call;
    return `{"headers":${JSON.stringify(headers)},"path":${JSON.stringify(path)},"query":${JSON.stringify(query)},"body":${getBodyText(call) ?? null}}`;
  },
};

/** Returns true if an error would repeat a credential of the request. */
function repeatsASecret({ status }: Wire, { body, choices }: Call): boolean {
  if (status < 400) return false;
  const names = isObject(body.value) ? Object.keys(body.value) : ['code'];
  return choices.echo === 'of everything' || names.some((name) => /secret|token|code/i.test(name));
}

export const usualPort = 4010;

/** Returns provider options from the variables PORT, MOCK_VARIATION and MOCK_FAULT; throws if one is invalid. */
export function readProviderOptions(env: NodeJS.ProcessEnv): ProviderOptions {
  return {
    port: wholeNumber('PORT', env.PORT, usualPort, 65_535),
    variation: wholeNumber('MOCK_VARIATION', env.MOCK_VARIATION, 0, Number.MAX_SAFE_INTEGER),
    wrap: withDemoFaults(env.MOCK_FAULT ?? ''),
  };
}

function wholeNumber(name: string, text: string | undefined, usual: number, most: number): number {
  if (!text) return usual;
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw new Error(`${name} is ${JSON.stringify(text)}. Expected a whole number from 0 to ${most}.`);
}

const fourMegabytes = 4 * 1024 * 1024;

/** Creates a server without routes that passes bodies on as bytes and sends its own rejections in JSON. */
function newApp(choices: Variation): FastifyInstance {
  const app = fastify({
    bodyLimit: fourMegabytes,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    frameworkErrors: (error, request, reply) => write(request, reply, rejectUnreadable(error, choices), choices),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) => write(request, reply, rejectUnreadable(error, choices), choices));
  const nowhere = reject({ name: 'no such operation', status: 404, code: 'not_found' }, choices);
  app.setNotFoundHandler((request, reply) => write(request, reply, nowhere, choices));
  return app;
}

/** Sends a response without the framework, which would rename headers and not allow truncated bodies. */
function write(request: FastifyRequest, reply: FastifyReply, wire: Wire, choices: Variation): void {
  reply.hijack();
  send(reply.raw, wire, choices, `${request.headers['accept-encoding'] ?? ''}`.includes('gzip'));
}

function rejectUnreadable(error: unknown, choices: Variation): Wire {
  const status = getStatus(error);
  if (status >= 500) console.error(error);
  const name = 'a request that cannot be read';
  return reject({ name, status, code: status < 500 ? 'invalid_request' : 'internal_error' }, choices);
}

function getStatus(error: unknown): number {
  const known = typeof error === 'object' && error !== null && 'statusCode' in error;
  const status = known ? Number(error.statusCode) : 500;
  return status === 415 ? 400 : status;
}
