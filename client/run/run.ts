import { rmSync } from 'node:fs';
import path from 'node:path';
import { fastify } from 'fastify';
import { listSecrets } from '#redaction/redact';
import { createByteFinder, searchBytes } from '#redaction/search';
import { isUnguessable } from '#redaction/secret-patterns';
import { settings } from '#run/context';
import { printError, toMessage } from '#run/process/output';
import { onParentExit } from '#run/process/program';
import { resultFiles, writeReports } from '../report/report.ts';
import { errorRounds, firstRounds, parseReplyRule, type Round } from '../responses/sequences.ts';
import type { FinishedRound } from '../result/record.ts';
import { buildResult } from '../result/result.ts';
import { recordSecretsOfCommand, runCommand } from './command.ts';
import { type Gate, startGate } from './gate.ts';
import type { GateCommandLine, readServeOptions } from './options.ts';

/** Runs the command round by round behind a gate, writes and prints the result; returns the exit code. */
export async function runGate({ options, ...judging }: GateCommandLine, cwd: string): Promise<number> {
  const { command, replies, inherited } = options;
  recordSecretsOfCommand(command.words, inherited);
  const terms = { started: new Date().toISOString(), ...judging };
  const { REPORTS_DIR: folder } = settings();
  for (const file of resultFiles) rmSync(path.join(folder, file), { force: true });
  const gate = await startGate(options);
  const rounds: FinishedRound[] = [];
  const report = async (interrupted: boolean) => {
    const build = () => buildResult(options, { ...gate.log, rounds }, { ...terms, interrupted });
    const leaks = countLeaks(build());
    if (leaks > 0) gate.log.errors.push(`The reports contain ${leaks} secrets. Do not publish them.`);
    const result = build();
    console.log(await writeReports(result, { folder, cwd }));
    return result.verdict === 'PASSED' ? 0 : 1;
  };
  const playRound = async (round: Round) => {
    console.error(`sdk gate: replies ${round.name}`);
    const ending = await runCommand(command, await gate.begin(round));
    const survived = ending.code === 0 && !ending.timedOut;
    rounds.push({ name: round.name, endpoint: round.error?.endpoint ?? null, ...ending, survived });
  };
  whenEnded(async (code) => {
    await report(true).catch((error: unknown) => printError(toMessage(error)));
    await gate.stop();
    process.exit(code);
  });
  try {
    for (const round of firstRounds(replies)) await playRound(round);
    const exercised = new Set(gate.log.requests.flatMap(({ endpoint }) => endpoint ?? []));
    for (const round of replies.includes('errors') ? errorRounds(exercised) : []) await playRound(round);
  } finally {
    await gate.stop();
  }
  return report(false);
}

/** Returns the number of secrets in a result, of which every report shows parts. */
function countLeaks(result: ReturnType<typeof buildResult>): number {
  const finder = createByteFinder([...listSecrets()].filter(isUnguessable));
  return searchBytes(Buffer.from(JSON.stringify(result)), finder).leaks.length;
}

/** Calls back if interrupted, terminated, or left by the npm that started it, so that the result is still written. */
function whenEnded(end: (code: number) => Promise<void>): void {
  let isEnding = false; // a signal may come as two: the run folder passes SIGTERM on as SIGINT
  const once = (code: number) => () => {
    if (!isEnding) void end(code);
    isEnding = true;
  };
  process.on('SIGINT', once(130));
  process.on('SIGTERM', once(143));
  onParentExit(once(143));
}

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
