import path from 'node:path';
import { groupByKey } from '#api/group-by-key';
import { clientRegister, type TestCounts } from '#api/register';
import { recordSecretFields, redact } from '#redaction/redact';
import { treeLabels, writeResults } from '#reporters/allure';
import { type EvidenceByTest, testKey } from '#reporters/html/shown';
import { type Case, toCase } from '#reporters/junit';
import { publish } from '#reporters/publish';
import { byWeight, summary } from '#reporters/summary';
import { buildDocument } from '#results/document';
import { beginResult, readInputFiles } from '#results/unfinished';
import { appendToChannel } from '#run/channels';
import { environment, setCommandLineSettings, settings } from '#run/context';
import { isJudgedOperation } from '#run/judging';
import { print } from '#run/process/output';
import type { RunContext } from '#run/run-context';
import { startClientRun } from '#run/start';
import { requestText } from '../report/report.ts';
import type { Round } from '../responses/sequences.ts';
import { describeEnding, redactRecord } from '../result/record.ts';
import { type Command, recordSecretsOfCommand, runCommand } from '../run/command.ts';
import { type Gate, type GateOptions, startGate } from '../run/gate.ts';
import { createDriver, type Driver } from './driver.ts';
import { type ClientOutcome, judgeClient } from './outcomes.ts';
import { assignUnparsed, type Played, type PlayedExchange, toExchanges } from './played.ts';
import { countScenarios, readScenarios, type Scenario, selectScenarios } from './scenario.ts';

export interface ClientRun {
  readonly gate: Partial<GateOptions>;
  readonly command: Command;
  readonly scenarios: string | undefined;
  /** The requirements whose scenarios are played; default: all. */
  readonly only: readonly string[] | undefined;
  /** The operations that the client has, separated by commas; default: all. */
  readonly operations: string | undefined;
  /** True if the command is not a driver: its own requests are judged. */
  readonly isObserved: boolean;
  readonly argv: readonly string[];
}

/** Certifies a client: plays or observes, judges, writes the reports of a run; returns the exit code. */
export async function runClient(input: ClientRun): Promise<number> {
  const { REPORTS_DIR, HISTORY, HAR } = settings();
  recordSecretsOfCommand(input.argv, environment());
  setCommandLineSettings({
    REPORTS_DIR: path.join(REPORTS_DIR, 'client'),
    HISTORY: HISTORY || path.join(REPORTS_DIR, 'history.jsonl'),
    ...(input.operations === undefined ? {} : { OPERATIONS: input.operations }),
  });
  if (HAR) print('HAR=1 works only for a run of a service. Unset HAR.');
  const started = startClientRun();
  const run = { ...started, waivers: readInputFiles(started.settings) };
  const isJudged = ({ operation }: Scenario) => isJudgedOperation(operation, run.settings.OPERATIONS);
  const expected = countScenarios(readScenarios().filter(isJudged));
  const all = input.isObserved ? [] : readScenarios(input.scenarios).filter(isJudged);
  const scenarios = input.only ? selectScenarios(all, input.only) : all;
  beginResult(run, clientRegister, expected);
  const gate = await startGate(input.gate);
  const { log, stop } = gate;
  const played = await (input.isObserved ? observe(input, gate) : drive(scenarios, input, gate)).finally(stop);
  for (const { kind, text } of log.unparsed)
    if (kind !== 'silent-connection') print(`Not a whole request: ${redact(text)}`);
  return publishClientRun(run, assignUnparsed(played, log.unparsed), scenarios, expected, log.errors, input);
}

async function drive(scenarios: readonly Scenario[], { command }: ClientRun, gate: Gate) {
  const driver = createDriver(command, gate.environment, () => gate.log.requests.length);
  return playScenarios(scenarios, driver, gate).finally(driver.stop);
}

async function observe({ command }: ClientRun, { environment, log }: Gate): Promise<Played[]> {
  const started = new Date().toISOString();
  const ending = await runCommand(command, environment);
  if (ending.code !== 0) print(`The command ${describeEnding(ending)}. Its requests until then are judged.`);
  const exchanges = toExchanges(log.requests);
  const none = { scenario: undefined, unparsed: [], report: undefined, control: undefined };
  return [{ ...none, exchanges, started, hasFailed: ending.code !== 0 }];
}

function publishClientRun(
  run: RunContext,
  played: readonly Played[],
  scenarios: readonly Scenario[],
  expected: TestCounts,
  errors: readonly string[],
  { isObserved, argv }: ClientRun,
): number {
  const { settings, waivers } = run;
  const sent = played.flatMap(({ exchanges }) => exchanges.flatMap(({ record }) => record.endpoint ?? []));
  for (const endpoint of sent) appendToChannel('requests', { endpoint, count: 1 });
  const others = [...new Set(sent)].filter((endpoint) => !isJudgedOperation(endpoint, settings.OPERATIONS)).join(', ');
  if (others !== '') print(`Sent, but not judged: ${others}. Add it to --operations, or do not send it.`);
  const outcomes = judgeClient(played, { settings, waivers, expected });
  const requirements = outcomes.map(({ requirement }) => requirement);
  const tests = isObserved ? expected.tests : scenarios.filter(({ isPublished }) => isPublished).length;
  const result = buildDocument(run, requirements, errors, {
    selected: { argv, tests, of: expected.tests },
    expected,
  });
  writeAllure(outcomes, path.join(settings.REPORTS_DIR, 'allure-results'));
  const ended = played.some(({ hasFailed }) => hasFailed) ? 'interrupted' : 'passed';
  const written = { cases: toCases(outcomes), evidence: collectEvidence(outcomes) };
  const { document, isWritten } = publish(run, result, written, { isMerge: false, ended });
  print(summary(document, settings).trimEnd());
  return isWritten && document.decision.tone !== 'red' ? 0 : 1;
}

/** Plays scenarios one after the other; the requests until the driver responds belong to its scenario. */
export async function playScenarios(scenarios: readonly Scenario[], driver: Driver, gate: Gate): Promise<Played[]> {
  const played = new Map<string, Played>();
  let round: Round | undefined;
  for (const scenario of scenarios) {
    if (scenario.round !== round) await gate.begin(scenario.round);
    round = scenario.round;
    gate.reply(scenario.replies);
    const { length } = gate.log.requests;
    const { id, operation, input, control: like = '' } = scenario;
    recordSecretFields(input); // a client may quote them in an error before it sends them
    const started = new Date().toISOString();
    const report = await driver.ask({ scenario: id, operation, input });
    const reported = new Date().toISOString();
    await gate.settle(); // the client may have gone before a slow response
    const exchanges = toExchanges(gate.log.requests.slice(length));
    const last = exchanges.findLast(({ record }) => record.endpoint === operation);
    const isEarly = last !== undefined && reported < last.record.answeredAt;
    const before = [...played.values()].at(-1)?.scenario?.input;
    played.set(id, { scenario, exchanges, started, unparsed: [], report, isEarly, control: played.get(like), before });
  }
  return [...played.values()];
}

function toCases(outcomes: readonly ClientOutcome[]): Case[] {
  const rows = outcomes.flatMap(({ requirement: { id }, tests }) => tests.map((test) => ({ id, test })));
  return [...groupByKey(rows, ({ test }) => testKey(test)).values()].flatMap((sameTest) => {
    const [{ test: first } = {}] = sameTest;
    const outcome = byWeight.find((word) => sameTest.some(({ test }) => test.outcome === word)) ?? 'not exercised';
    if (!first) return [];
    const worst = sameTest.filter(({ test }) => test.outcome === outcome && test.reason !== undefined);
    const reason = worst.map(({ id, test }) => `${id}: ${test.reason}`).join('\n');
    const labels = sameTest.map(({ id }) => ['requirement', id] as const);
    return [{ ...toCase(first.file, first.title, outcome, reason), labels }];
  });
}

function collectEvidence(outcomes: readonly ClientOutcome[]): EvidenceByTest {
  const tests = outcomes.flatMap(({ tests }) => tests);
  const show = (exchange: PlayedExchange) => {
    const record = redactRecord(exchange.record); // again: a later request may make a secret known
    const { number, method, target, status } = record;
    return { name: `request ${number}: ${method} ${target} → ${status}`, text: requestText(record) };
  };
  const showAll = (sameTest: typeof tests) => sameTest.flatMap(({ exchange }) => (exchange ? [show(exchange)] : []));
  return new Map([...groupByKey(tests, testKey)].map(([key, sameTest]) => [key, showAll(sameTest)]));
}

function writeAllure(outcomes: readonly ClientOutcome[], folder: string): void {
  const cases = outcomes.map(({ requirement: { id, endpoint, text, level, outcome, reason = '' } }) => ({
    ...toCase(endpoint, `${id} ${text}`, outcome, reason),
    project: 'client',
    labels: [...treeLabels('client', endpoint, id), ...Object.entries({ requirement: id, level, outcome })],
  }));
  writeResults(cases, folder);
}
