import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addAuthorization } from './authorization.ts';
import type { Fault, Patch } from './fault.ts';
import { newApp, write } from './http/app.ts';
import { type JsonObject, jsonText, readJson } from './http/json.ts';
import type { Wire } from './http/wire.ts';
import { answer, type Call, type Operation, textMember } from './operation.ts';
import { operations } from './operations.ts';
import { type Variation, variation } from './variations.ts';
import { provideState, states } from './world/states.ts';
import { emptyWorld, type World } from './world/world.ts';

export type ProviderOptions = {
  port?: number;
  /** Where it listens. */
  address?: string;
  prefix?: string;
  variation?: number;
  /** The names of faults, with commas between. */
  fault?: string;
  /** Whether a setup gives several sets of values, which need no teardown. */
  severalSets?: boolean;
  /** Changes every operation. */
  patch?: Patch;
};
/** Where a provider is reached, and what ends it. */
type Served = { baseUrl: string; statesUrl: string; close(): Promise<void> };
export type Provider = Served & {
  /** What it chose where the reference leaves it open. */
  choices: Variation;
  /** The values of a provider state, as the states URL gives them; undefined where there is none of this name. */
  provide(state: string): JsonObject | undefined;
};

type Setting = { world: World; choices: Variation };
type Request = FastifyRequest<{ Params: Call['path']; Querystring: Call['query'] }>;

const unpatched: Patch = (operation) => operation;
const noBytes = new Uint8Array();

/** Starts an embedded provider, on the loopback interface if not told otherwise; port 0, the default, takes any free one. */
export async function startProvider(options: ProviderOptions = {}): Promise<Provider> {
  const { port = 0, address = '127.0.0.1', prefix = '' } = options;
  const setting = { world: emptyWorld(), choices: variation(options.variation ?? 0) };
  const app = newApp(setting.choices);
  addOperations(app, setting, options, await faultsFrom(options));
  addStates(app, setting, options.severalSets);
  addAuthorization(app, setting.world);
  const origin = await app.listen({ host: address, port });
  const { world, choices } = setting;
  return {
    baseUrl: origin + prefix,
    statesUrl: `${origin}/_states`,
    choices,
    provide: (state) => states.get(state)?.(world, choices),
    close: () => app.close(),
  };
}

// Loaded only where one is asked for: a provider without faults starts sooner.
async function faultsFrom({ fault }: ProviderOptions): Promise<readonly Fault[]> {
  if (fault === undefined) return [];
  const { faultsNamed } = await import('./faults.ts');
  return faultsNamed(fault);
}

function addOperations(
  app: FastifyInstance,
  setting: Setting,
  options: ProviderOptions,
  faults: readonly Fault[],
): void {
  const { prefix = '', patch = unpatched } = options;
  for (const { endpoint, method, path: url, build } of operations) {
    const sound = patch(build(setting.choices));
    const own = faults.filter((fault) => fault.operation === endpoint);
    const operation = own.reduce((patched, fault) => fault.patch(patched), sound);
    app.route({
      method,
      url: prefix + url,
      handler: (request: Request, reply) =>
        write(request, reply, replyTo(operation, callFrom(request, setting)), setting.choices),
    });
  }
}

function replyTo(operation: Operation, call: Call): Wire {
  return echoed(answer(operation, call), call);
}

function addStates(app: FastifyInstance, { world, choices }: Setting, severalSets = false): void {
  const textOf = (values: JsonObject) => jsonText(values, choices);
  app.post('/_states', (request, reply) => {
    const { status, body } = provideState(bytesOf(request.body), world, choices, severalSets);
    return reply
      .code(status)
      .type('application/json')
      .send(Array.isArray(body) ? `[${body.map(textOf).join()}]` : textOf(body));
  });
}

function callFrom(request: Request, setting: Setting): Call {
  const { headers, params: path, query, body } = request;
  return { headers, path, query, body: readJson(bytesOf(body)), ...setting };
}

function bytesOf(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : noBytes;
}

/** An answer that holds what was asked, where the variation sends it back; one without a body stays without. */
function echoed(wire: Wire, call: Call): Wire {
  const text = wire.text.trimEnd();
  const echo = echoes[call.choices.echo](call);
  if (echo === undefined || !text.endsWith('}') || repeatsASecret(wire, call)) return wire;
  const comma = text === '{}' ? '' : ',';
  return { ...wire, text: `${text.slice(0, -1)}${comma}"received":${echo}}` };
}

const echoes = {
  none: () => undefined,
  'of the body': bodyOf,
  'of the body as text': ({ body }: Call) => JSON.stringify(body.text),
  'of everything': (call: Call) => {
    const { headers, path, query } = call;
    return `{"headers":${JSON.stringify(headers)},"path":${JSON.stringify(path)},"query":${JSON.stringify(query)},"body":${bodyOf(call) ?? null}}`;
  },
};

function bodyOf({ body }: Call): string | undefined {
  return body.value === undefined ? undefined : body.text;
}

/** No error of the token operation repeats the client_secret. */
function repeatsASecret({ status }: Wire, call: Call): boolean {
  return status >= 400 && (textMember(call, 'client_secret') ?? '') !== '';
}

export const usualPort = 4010;

/** What a provider is started with, from the variables PORT, MOCK_VARIATION and MOCK_FAULT; throws where one is no number. */
export function optionsFrom(env: NodeJS.ProcessEnv): ProviderOptions {
  const { MOCK_FAULT: fault } = env;
  return {
    port: wholeNumber('PORT', env.PORT, usualPort, 65_535),
    variation: wholeNumber('MOCK_VARIATION', env.MOCK_VARIATION, 0, Number.MAX_SAFE_INTEGER),
    ...(fault ? { fault } : {}),
  };
}

function wholeNumber(name: string, text: string | undefined, usual: number, most: number): number {
  if (!text) return usual;
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw new Error(`${name} is ${JSON.stringify(text)}. Expected a whole number from 0 to ${most}.`);
}
