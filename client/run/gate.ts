import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProvider } from '#mock/server';
import { environment } from '#run/context';
import { describeHead } from '../contract/judge.ts';
import {
  buildEnvironment,
  DEFAULT_HOST,
  DEFAULT_VARIABLE,
  type Interception,
  loopback,
  toOrigin,
  writeTrust,
} from '../interception/modes.ts';
import { enterNetwork, serveNames } from '../interception/network.ts';
import { acceptAnyCredentials } from '../responses/plan.ts';
import { type Context, type ResponseOptions, respond } from '../responses/respond.ts';
import { createSequences, defaultRound, type ReplyRule, type Round } from '../responses/sequences.ts';
import { createStore } from '../responses/store.ts';
import { groupFindings, sortByArrival } from '../result/findings.ts';
import { type Log, newLog, redactLog } from '../result/record.ts';
import { startListener } from '../wire/listener.ts';
import { createAuthority, createExits } from '../wire/tls.ts';
import { createMessage, type Receiver, type Sent } from '../wire/traffic.ts';
import { MARK } from './leftovers.mjs';

export interface GateOptions extends ResponseOptions, Omit<Interception, 'port' | 'trust'> {
  readonly sequences: readonly ReplyRule[];
  /** Any free port without it. */
  readonly port?: number;
  readonly inherited: NodeJS.ProcessEnv;
}

export type Gate = Awaited<ReturnType<typeof startGate>>;

export const defaultOptions: Omit<GateOptions, 'inherited'> = {
  way: 'base-url',
  address: '127.0.0.1',
  baseUrlVariables: [DEFAULT_VARIABLE],
  hosts: [DEFAULT_HOST, ...loopback],
  allowedHosts: [],
  stubs: [],
  keptTokens: [],
  sequences: [],
  strict: false,
  keepCredentials: false,
  errorsToClient: false,
  completesBodies: false,
  otherPaths: 'breach',
  keptRequests: Number.POSITIVE_INFINITY,
};

/** Opens a gate with the embedded provider behind it. */
export async function startGate(given: Partial<GateOptions> = {}) {
  const options = { ...defaultOptions, inherited: environment(), ...given };
  const log = newLog();
  const responder = createRounds(options, log);
  const recordUnparsed: Receiver['recordUnparsed'] = (unparsed, head) =>
    void log.unparsed.push({ ...unparsed, text: `${unparsed.text}${head ? describeHead(head) : ''}` });
  const receiver = { respond: responder.respond, recordUnparsed };
  const entry = await openEntry(options, receiver, (place) => log.passed.push(place));
  /** Continues with other replies and an embedded provider of its own; returns the environment of its client. */
  const begin = async (round: Round): Promise<NodeJS.ProcessEnv> => {
    await entry.settle();
    return { ...entry.environment, SDK_GATE_REPLIES: round.name, PROVIDER_STATES_URL: await responder.begin(round) };
  };
  return {
    url: entry.url,
    authority: entry.authority,
    environment: await begin(defaultRound),
    log,
    findings: () => groupFindings(redactLog(log), options.strict),
    exchanges: () => sortByArrival(redactLog(log).requests),
    strays: () => redactLog(log).unparsed,
    reply: responder.reply,
    reset: responder.reset,
    settle: entry.settle,
    begin,
    stop: async () => {
      responder.end();
      for (const number of await entry.close()) log.errors.push(`Request ${number} was lost.`);
      await responder.stop();
    },
  };
}

function createRounds(options: GateOptions, log: Log) {
  let context: Context | undefined;
  const ended = new AbortController();
  const none = createMessage(503, 'The gate is not ready for requests yet.');
  const stop = async () => context?.provider.close();
  return {
    respond: async (sent: Sent) => (context ? respond(sent, context) : none),
    begin: async (round: Round): Promise<string> => {
      await stop();
      const provider = await startProvider({ variation: round.variation, wrap: acceptAnyCredentials });
      const sequences = createSequences(options.sequences);
      context = { round, provider, options, sequences, store: createStore(), log, ended: ended.signal };
      return provider.statesUrl;
    },
    reply: (rules: readonly ReplyRule[]) => context?.sequences.set(rules),
    reset: () => {
      for (const list of Object.values(log)) list.length = 0;
      if (context) context = { ...context, store: createStore() };
      context?.sequences.set(options.sequences);
    },
    end: () => ended.abort(),
    stop,
  };
}

const watcher = fileURLToPath(new URL('watcher.mjs', import.meta.url));

/** Starts a process that clears up if this one is killed; the returned function ends it. */
function startWatcher(mark: string, folder: string): () => void {
  // A session of its own, so that a signal to the gate's group spares it.
  const child = spawn(process.execPath, [watcher, mark, folder], {
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  return () => void child.stdin.end();
}

/** Opens a listener, a folder with the trust files of clients, and a watcher that removes it whatever happens. */
async function openEntry(options: GateOptions, receiver: Receiver, passed: (place: string) => void) {
  const { way, hosts, allowedHosts, inherited, port = 0 } = options;
  const folder = mkdtempSync(path.join(tmpdir(), 'sdk-gate-'));
  const mark = path.basename(folder);
  const unwatch = startWatcher(mark, folder);
  const authority = await createAuthority(hosts);
  const trust = await writeTrust(folder, authority.pem, inherited, way !== 'node');
  if (way === 'transparent') enterNetwork(folder, hosts, trust);
  const names = way === 'transparent' ? await serveNames() : undefined;
  const exits = createExits(allowedHosts, inherited, passed);
  const places =
    way === 'transparent' ? { address: '::', ports: [port, 443, 80] } : { address: options.address, ports: [port] };
  const listener = await startListener({ authority, exits, ...receiver, ...places });
  const address = ['0.0.0.0', '::'].includes(options.address) ? '127.0.0.1' : options.address; // a client connects to one
  const reached = { address, port: listener.port };
  const environment = buildEnvironment({ ...options, ...reached, trust }, inherited);
  return {
    url: toOrigin(reached),
    authority: authority.pem,
    settle: listener.settle,
    environment: { ...environment, [MARK]: mark },
    close: async (): Promise<number[]> => {
      names?.stop();
      const lost = await listener.stop();
      rmSync(folder, { recursive: true, force: true });
      unwatch();
      return lost;
    },
  };
}
