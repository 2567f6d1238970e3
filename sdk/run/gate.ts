import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Provider, startProvider } from '../../mock/server.ts';
import { answersOf } from '../answers/answering.ts';
import type { AnsweringOptions } from '../answers/desk.ts';
import { newStore } from '../answers/store.ts';
import { writeTrust } from '../entrance/trust.ts';
import { environmentOf, type Way } from '../entrance/ways.ts';
import { type Log, newLog } from '../record/log.ts';
import type { RecordedRequest } from '../record/record.ts';
import { type Round, usualRound } from '../replies/rounds.ts';
import { newSequences, type ReplyRule } from '../replies/sequences.ts';
import { type Finding, findingsOf, inOrder } from '../result/findings.ts';
import { createAuthority } from '../wire/authority.ts';
import { leaveTo } from '../wire/leave.ts';
import { startListener } from '../wire/listener.ts';
import { type Reply, type Sent, saying } from '../wire/traffic.ts';
import { MARK } from './leftovers.mjs';
import { startWatcher } from './watch.ts';

/** All that a gate is told. */
export interface GateOptions extends AnsweringOptions {
  readonly way: Way;
  readonly baseUrlVariables: readonly string[];
  /** Hosts that connections may reach, all others being refused. */
  readonly allowedHosts: readonly string[];
  /** Sequences of replies by operation. */
  readonly sequences: readonly ReplyRule[];
  /** Where it listens, and on which ports; 127.0.0.1 and any free one where nothing is said. */
  readonly address?: string;
  readonly ports?: readonly number[];
  /** What the environment of the client is added to. */
  readonly inherited: NodeJS.ProcessEnv;
}

/** A gate that is open: requests come in, are judged, recorded and answered. */
export interface Gate {
  /** The base URL. */
  readonly url: string;
  /** The environment of a client: what leads its requests here, and PROVIDER_STATES_URL. */
  readonly environment: NodeJS.ProcessEnv;
  readonly log: Log;
  /** What the requests so far broke, one finding for all that broke the same. */
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

/** What a gate is told where nothing is said. */
export const usualOptions: GateOptions = {
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
  inherited: process.env,
};

/** Opens a gate with the embedded provider behind it. */
export async function startGate(told: Partial<GateOptions> = {}): Promise<Gate> {
  const options = { ...usualOptions, ...told };
  const { way, hosts, allowedHosts, inherited, address, ports } = options;
  const log = newLog();
  const folder = mkdtempSync(path.join(tmpdir(), 'sdk-gate-'));
  const mark = path.basename(folder);
  const unwatch = startWatcher(mark, folder);
  const authority = await createAuthority(hosts);
  const trust = await writeTrust(folder, authority.pem, inherited, way !== 'node');
  const desk = newDesk(options, log);
  const listener = await startListener({
    authority,
    answer: (sent) => desk.answer(sent),
    stray: (stray) => log.strays.push(stray),
    leave: leaveTo(allowedHosts, inherited, (place) => log.passed.push(place)),
    ...(address === undefined ? {} : { address }),
    ...(ports === undefined ? {} : { ports }),
  });
  const entrance = { ...options, port: listener.port, trust };
  const begin = async (round: Round) => {
    const statesUrl = await desk.begin(round);
    const environment = environmentOf(way, entrance, inherited);
    const own = { SDK_GATE_REPLIES: round.name, PROVIDER_STATES_URL: statesUrl };
    return { ...environment, ...own, [MARK]: mark };
  };
  return {
    url: `http://127.0.0.1:${listener.port}`,
    environment: await begin(usualRound),
    log,
    findings: () => findingsOf(log, options.strict),
    exchanges: () => inOrder(log.requests),
    reply: desk.reply,
    reset: desk.reset,
    begin,
    stop: async () => {
      await Promise.all([listener.stop(), desk.stop()]);
      rmSync(folder, { recursive: true, force: true });
      unwatch();
    },
  };
}

/** Who answers: exchanged with each round, as its provider is. */
function newDesk(options: GateOptions, log: Log) {
  let provider: Provider | undefined;
  let answer = async (_: Sent): Promise<Reply> => saying(503, 'No client is awaited by the gate yet.');
  let sequences = newSequences(options.sequences);
  let store = newStore();
  const stop = async () => provider?.close();
  return {
    answer: (sent: Sent) => answer(sent),
    begin: async (round: Round): Promise<string> => {
      await stop();
      const own = await startProvider({ variation: round.variation });
      provider = own;
      sequences = newSequences(options.sequences);
      store = newStore();
      answer = (sent) => answersOf({ round, provider: own, options, sequences, store, log })(sent);
      return own.statesUrl;
    },
    reply: (rules: readonly ReplyRule[]) => sequences.set(rules),
    reset: () => {
      for (const list of Object.values(log)) list.length = 0;
      store = newStore();
      sequences.set(options.sequences);
    },
    stop,
  };
}
