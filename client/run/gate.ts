import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Provider, startProvider } from '#mock/server';
import { environment } from '#run/context';
import { createAnswering } from '../answers/answering.ts';
import type { AnsweringOptions } from '../answers/desk.ts';
import { newStore } from '../answers/store.ts';
import { answerNames, enterNetwork } from '../entrance/network.ts';
import { writeTrust } from '../entrance/trust.ts';
import { buildEnvironment, type InterceptionMode } from '../entrance/ways.ts';
import { type Log, newLog } from '../record/gate-run.ts';
import type { RecordedRequest } from '../record/record.ts';
import { defaultRound, type Round } from '../replies/rounds.ts';
import { newSequences, type ReplyRule } from '../replies/sequences.ts';
import { type Finding, groupFindings, sortByArrival } from '../result/findings.ts';
import type { Receiver } from '../wire/arrivals.ts';
import { createAuthority } from '../wire/authority.ts';
import { createLeave } from '../wire/leave.ts';
import { startListener } from '../wire/listener.ts';
import { createMessage, type Reply, type Sent, type Stray } from '../wire/traffic.ts';
import { MARK } from './leftovers.mjs';

/** Describes the options of a gate. */
export interface GateOptions extends AnsweringOptions, DoorOptions {
  /** Sequences of replies by operation. */
  readonly sequences: readonly ReplyRule[];
}

/** Describes a gate that is open: requests come in, are judged, recorded and answered. */
export interface Gate {
  /** The base URL. */
  readonly url: string;
  /** The certificate of its authority, as PEM. */
  readonly authority: string;
  /** The environment of a client: what leads its requests here, and PROVIDER_STATES_URL. */
  readonly environment: NodeJS.ProcessEnv;
  readonly log: Log;
  /** Holds what the requests so far broke, one finding for all that broke the same. */
  readonly findings: () => Finding[];
  /** Every request so far with its answer, free of secrets, in the order of their arrival. */
  readonly exchanges: () => readonly RecordedRequest[];
  /** Sets sequences of replies, each from its first step on. */
  readonly reply: (rules: readonly ReplyRule[]) => void;
  /** Forgets what was recorded and created. */
  readonly reset: () => void;
  /** Goes on with other replies and an embedded provider of its own; returns the environment of its client. */
  readonly begin: (round: Round) => Promise<NodeJS.ProcessEnv>;
  readonly stop: () => Promise<void>;
}

/** Holds the default options of a gate. */
export const defaultOptions: Omit<GateOptions, 'inherited'> = {
  way: 'base-url',
  baseUrlVariables: ['MP_BASE_URL'],
  hosts: ['api.mercadopago.com', 'localhost', '127.0.0.1', '::1'],
  allowedHosts: [],
  strict: false,
  otherPaths: 'breach',
  stubs: [],
  keepCredentials: false,
  keptTokens: [],
  errorsToClient: false,
  sequences: [],
};

/** Opens a gate with the embedded provider behind it. */
export async function startGate(given: Partial<GateOptions> = {}): Promise<Gate> {
  const options = { ...defaultOptions, inherited: environment(), ...given };
  const log = newLog();
  const desk = newDesk(options, log);
  const stray = (one: Stray) => log.strays.push(one);
  const door = await openDoor(options, { answer: desk.answer, stray }, (place) => log.passed.push(place));
  const begin = async (round: Round) => {
    const own = { SDK_GATE_REPLIES: round.name, PROVIDER_STATES_URL: await desk.begin(round) };
    return { ...door.environment, ...own };
  };
  return {
    url: door.url,
    authority: door.authority,
    environment: await begin(defaultRound),
    log,
    findings: () => groupFindings(log, options.strict),
    exchanges: () => sortByArrival(log.requests),
    reply: desk.reply,
    reset: desk.reset,
    begin,
    stop: async () => {
      desk.end();
      for (const number of await door.close()) log.errors.push(`Arrival ${number} was lost.`);
      await desk.stop();
    },
  };
}

/** Who answers: exchanged with each round, as its provider is. */
function newDesk(options: GateOptions, log: Log) {
  let provider: Provider | undefined;
  let answer = async (_: Sent): Promise<Reply> => createMessage(503, 'No client is awaited by the gate yet.');
  let sequences = newSequences(options.sequences);
  let store = newStore();
  const ended = new AbortController();
  const stop = async () => provider?.close();
  return {
    answer: (sent: Sent) => answer(sent),
    begin: async (round: Round): Promise<string> => {
      await stop();
      const own = await startProvider({ variation: round.variation });
      provider = own;
      sequences = newSequences(options.sequences);
      store = newStore();
      answer = (sent) =>
        createAnswering({ round, provider: own, options, sequences, store, log, ended: ended.signal })(sent);
      return own.statesUrl;
    },
    reply: (rules: readonly ReplyRule[]) => sequences.set(rules),
    reset: () => {
      for (const list of Object.values(log)) list.length = 0;
      store = newStore();
      sequences.set(options.sequences);
    },
    end: () => ended.abort(),
    stop,
  };
}

const watcher = fileURLToPath(new URL('watcher.mjs', import.meta.url));

/** Starts a process that clears up after this one where it is killed; what is returned lets it go. */
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

/** Says where a gate lets requests in, and what it lets out. */
interface DoorOptions {
  readonly way: InterceptionMode;
  readonly baseUrlVariables: readonly string[];
  /** The hosts of the API. */
  readonly hosts: readonly string[];
  /** Hosts that connections may reach, all others being refused. */
  readonly allowedHosts: readonly string[];
  /** Says where it listens; 127.0.0.1 and any free port where nothing is said. */
  readonly address?: string;
  readonly port?: number;
  /** Holds what the environment of the client is added to. */
  readonly inherited: NodeJS.ProcessEnv;
}

/** Describes an open listener with its environment. */
interface Door {
  readonly url: string;
  /** The authority's certificate, as PEM. */
  readonly authority: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Returns the numbers of what arrived and was lost. */
  readonly close: () => Promise<number[]>;
}

/** Opens one: a listener, a folder with what clients trust it by, and a watcher that removes it whatever happens. */
async function openDoor(options: DoorOptions, receiver: Receiver, passed: (place: string) => void): Promise<Door> {
  const { way, hosts, allowedHosts, inherited } = options;
  const folder = mkdtempSync(path.join(tmpdir(), 'sdk-gate-'));
  const mark = path.basename(folder);
  const unwatch = startWatcher(mark, folder);
  const authority = await createAuthority(hosts);
  const trust = await writeTrust(folder, authority.pem, inherited, way !== 'node');
  if (way === 'transparent') enterNetwork(folder, hosts, trust);
  const names = way === 'transparent' ? await answerNames() : undefined;
  const leave = createLeave(allowedHosts, inherited, passed);
  const listener = await startListener({ authority, leave, ...receiver, ...places(options) });
  const environment = buildEnvironment(way, { ...options, port: listener.port, trust }, inherited);
  return {
    url: `http://127.0.0.1:${listener.port}`,
    authority: authority.pem,
    environment: { ...environment, [MARK]: mark },
    close: async () => {
      names?.stop();
      const lost = await listener.stop();
      rmSync(folder, { recursive: true, force: true });
      unwatch();
      return lost;
    },
  };
}

/** In a network of its own every address is the gate's, at the ports of http and https too. */
function places({ way, address = '127.0.0.1', port = 0 }: DoorOptions) {
  return way === 'transparent' ? { address: '::', ports: [port, 443, 80] } : { address, ports: [port] };
}
