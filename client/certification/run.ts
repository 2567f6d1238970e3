import path from 'node:path';
import type { TransportFailure } from '#api/cause';
import { clientRegister, type WantedTests } from '#api/register';
import { redact } from '#redaction/redact';
import { clientIdsIn, writeHar } from '#reporters/har';
import { type Found, publish } from '#reporters/publish';
import { addToHistory, listEarlierRuns, readBefore } from '#reporters/standing-files';
import { summary } from '#reporters/summary';
import { decideRun } from '#results/decision';
import { buildDocument, type UndecidedResult } from '#results/document';
import { beginResult } from '#results/unfinished';
import type { ExchangeLine } from '#run/channel-table';
import { appendToChannel } from '#run/channels';
import { setCommandLineSettings, settings, startClientRun } from '#run/context';
import { registerDigest } from '#run/digest';
import { isJudgedOperation } from '#run/judging-set';
import { print } from '#run/process/output';
import { runWaivers } from '#run/waivers';
import type { Round } from '../replies/rounds.ts';
import { type Gate, type GateOptions, startGate } from '../run/gate.ts';
import { type Command, runCommand } from '../run/play.ts';
import { getReplyText } from '../wire/coding.ts';
import type { Header, Reply } from '../wire/traffic.ts';
import { commandDriver, type Driver } from './driver.ts';
import { judgeClient } from './outcomes.ts';
import { assignStrays, type Exchange, type Played, toExchange } from './played.ts';
import { collectEvidence, toCases, writeAllure } from './report.ts';
import { countScenarios, readScenarios, type Scenario, selectScenarios } from './scenario.ts';

/** Describes what the command line asks for. */
export interface ClientRun {
  readonly gate: Partial<GateOptions>;
  readonly command: Command;
  /** A file of scenarios; else the published ones. */
  readonly scenarios: string | undefined;
  /** The requirements whose scenarios are played; else all. */
  readonly only: readonly string[] | undefined;
  /** The operations that the client has, separated by commas; else all. */
  readonly operations: string | undefined;
  /** Tells whether the command is no driver, and what it sends of its own accord is judged. */
  readonly isObserved: boolean;
  readonly argv: readonly string[];
}

/** Certifies a client: plays or observes, judges, writes what a run of a service writes; returns the exit code. */
export async function runClient(asked: ClientRun): Promise<number> {
  const { REPORTS_DIR, HISTORY } = settings();
  setCommandLineSettings({
    REPORTS_DIR: path.join(REPORTS_DIR, 'client'),
    HISTORY: HISTORY || path.join(REPORTS_DIR, 'history.jsonl'),
    ...(asked.operations === undefined ? {} : { OPERATIONS: asked.operations }),
  });
  startClientRun();
  readBefore();
  const wanted = countScenarios(readScenarios().filter(isJudged));
  const all = asked.isObserved ? [] : readScenarios(asked.scenarios).filter(isJudged);
  const scenarios = asked.only ? selectScenarios(all, asked.only) : all;
  beginResult(clientRegister, wanted, registerDigest('client'));
  const watched = await startWatchedGate(asked.gate);
  const played = await (asked.isObserved ? observed(asked, watched) : driven(scenarios, asked, watched)).finally(
    watched.gate.stop,
  );
  const { strays } = watched.gate.log;
  for (const { kind, text } of strays) if (kind !== 'silent-connection') print(`Not a whole request: ${redact(text)}`);
  return publishClientRun(assignStrays(played, strays), scenarios, wanted, watched, asked);
}

function isJudged({ operation }: Scenario): boolean {
  return isJudgedOperation(operation);
}

async function driven(scenarios: readonly Scenario[], { command }: ClientRun, watched: Watched) {
  const driver = commandDriver(command, watched.gate.environment);
  return playScenarios(scenarios, driver, watched).finally(driver.stop);
}

async function observed({ command }: ClientRun, { gate, taken }: Watched): Promise<Played[]> {
  const started = new Date().toISOString();
  const { code } = await runCommand(command, gate.environment);
  if (code !== 0) print(`The command ended with ${code ?? 'a signal'}: what it sent until then is judged.`);
  return [{ scenario: undefined, exchanges: taken(), started, strays: [], report: undefined, control: undefined }];
}

function publishClientRun(
  played: readonly Played[],
  scenarios: readonly Scenario[],
  wanted: WantedTests,
  { gate }: Watched,
  { isObserved, argv }: ClientRun,
): number {
  for (const { record } of played.flatMap(({ exchanges }) => exchanges))
    if (record.endpoint) appendToChannel('requests', record.endpoint);
  const leftOut = 'not all of its scenarios were played';
  const outcomes = judgeClient(played, { strict: settings().STRICT, waivers: runWaivers(), wanted, leftOut });
  const requirements = outcomes.map(({ requirement }) => requirement);
  const of = wanted.tests;
  const tests = isObserved ? of : scenarios.filter(({ isPublished }) => isPublished).length;
  const run = buildDocument(clientRegister, requirements, gate.log.errors, {
    selected: { argv, tests, of },
    wanted,
    register: registerDigest('client'),
  });
  const { REPORT_LANGUAGE: language } = settings();
  const shown = { evidence: collectEvidence(outcomes), left: undefined, earlier: listEarlierRuns(run), language };
  const finished = { cases: toCases(outcomes), shown };
  writeAllure(outcomes, path.join(settings().REPORTS_DIR, 'allure-results'));
  if (settings().HAR) writeClientHar(played);
  const { document, isWritten } = publish((found) => decided(run, found), finished);
  const isKept = isWritten && addToHistory(document);
  print(summary(document).trimEnd());
  return isKept && document.decision.tone !== 'red' ? 0 : 1;
}

function decided(run: UndecidedResult, found: Found) {
  const { CERTIFY, DRIFT } = settings();
  const terms = {
    certify: CERTIFY,
    failsOnDrift: DRIFT === 'fail',
    isMerge: false,
    ended: 'passed',
    ...found,
  } as const;
  return { decision: decideRun(run, { subject: 'client', ...terms }), ...run };
}

/** Describes a gate that keeps every request as it stood on the wire. */
export interface Watched {
  readonly gate: Gate;
  /** Holds what came since this was asked last, in the order of its arrival. */
  readonly taken: () => Exchange[];
}

/** Opens a gate whose requests are kept for judges. */
export async function startWatchedGate(options: Partial<GateOptions>): Promise<Watched> {
  const kept: Exchange[] = [];
  const gate = await startGate({
    ...options,
    witness: (sent, reply, record) => kept.push(toExchange(sent, reply, record)),
  });
  const byArrival = (one: Exchange, other: Exchange) => one.record.number - other.record.number;
  return { gate, taken: () => kept.splice(0).sort(byArrival) };
}

/** Plays scenarios one after the other; what a client sends until it answers belongs to the one that it was asked. */
export async function playScenarios(
  scenarios: readonly Scenario[],
  driver: Driver,
  { gate, taken }: Watched,
): Promise<Played[]> {
  const played = new Map<string, Played>();
  let round: Round | undefined;
  for (const scenario of scenarios) {
    if (scenario.round !== round) await gate.begin(scenario.round);
    round = scenario.round;
    gate.reply(scenario.replies);
    taken();
    const started = new Date().toISOString();
    const report = await driver.ask(taskOf(scenario));
    const control = scenario.control === undefined ? undefined : played.get(scenario.control);
    played.set(scenario.id, { scenario, exchanges: taken(), started, strays: [], report, control });
  }
  return [...played.values()];
}

function taskOf({ id, operation, input }: Scenario) {
  return { scenario: id, operation, input };
}

/** Writes what a client sent and was answered, by scenario, with stand-ins for its secrets. */
function writeClientHar(played: readonly Played[]): void {
  const lines = played.flatMap(({ scenario, exchanges }) =>
    exchanges.map((exchange) => lineOf(scenario?.id ?? 'observed', exchange)),
  );
  const values = played.flatMap(({ exchanges }) => exchanges.map(({ json }) => json));
  writeHar(lines, clientIdsIn(values), { subject: 'client', register: registerDigest('client'), lost: 0 });
}

function lineOf(scope: string, { record, target, headers, body, reply }: Exchange): ExchangeLine {
  const { scheme, host, port, method, at, answeredAt } = record;
  const url = `${scheme}://${host}:${port}${target}`;
  const milliseconds = Date.parse(answeredAt) - Date.parse(at);
  const failure = failureOf(reply);
  return {
    scope,
    of: 'service',
    at: Date.parse(at),
    request: { method, url, headers: fields(headers), ...(body === '' ? {} : { body }) },
    answer: { status: reply.status, headers: fields(reply.headers), text: getReplyText(reply), milliseconds },
    ...(failure ? { failure } : {}),
  };
}

/** Returns what the gate kept of its answer on purpose. */
function failureOf({ delivery }: Reply): TransportFailure | undefined {
  if (delivery === 'half') return { lack: 'cut short', code: 'broken', words: 'the gate cut the answer off' };
  return delivery === 'reset' ? { lack: 'broken', code: 'reset', words: 'the gate reset the connection' } : undefined;
}

/** Joins the values of a repeated header field, as HTTP does. */
function fields(headers: readonly Header[]): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    joined[key] = joined[key] === undefined ? value : `${joined[key]}, ${value}`;
  }
  return joined;
}
