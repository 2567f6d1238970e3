import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fastify } from 'fastify';
import { isSecretField } from '#redaction/names';
import { listSecrets, recordSecret, recordUrlSecrets } from '#redaction/redact';
import { createByteFinder, searchBytes } from '#redaction/search';
import { isUnguessable } from '#redaction/secret-patterns';
import { settings } from '#run/context';
import { endGroup, onParentExit } from '#run/process/program';
import { resultFiles, writeReports } from '../report/report.ts';
import { errorRounds, firstRounds, parseReplyRule, type Round } from '../responses/sequences.ts';
import type { Ending, FinishedRound } from '../result/record.ts';
import { buildResult, type SdkResult } from '../result/result.ts';
import { startGate } from './gate.ts';
import { endMarked, MARK } from './leftovers.mjs';
import type { GateCommandLine, readServeOptions } from './options.ts';

/** `--client-secret hush`, `API_KEY=hush`, `token: hush` in a word that a shell reads. */
const named = /(?:^|[\s"';(])(?:-{1,2}([\w-]+)[\s=]+|([\w-]+)\s*[=:]\s*)(?:"([^"]*)"|'([^']*)'|([^\s"';&|)]+))/g;

/** Shorter values of the environment occur in a command line by chance. */
const SHORTEST = 6;

/** Records the secrets of a command line: values with the name of a secret, in a URL, or of such a variable. */
export function recordSecretsOfCommand(words: readonly string[], env: NodeJS.ProcessEnv): void {
  for (const [at, word] of words.entries()) {
    const option = /^--?([\w-]+)$/.exec(word)?.[1] ?? '';
    if (isSecretField(option)) recordSecret(words[at + 1]);
    for (const [, ofOption = '', ofVariable = '', ...values] of word.matchAll(named))
      if (isSecretField(ofOption || ofVariable)) recordSecret(values.find((value) => value !== undefined));
    for (const [url] of word.matchAll(/https?:\/\/[^\s"']+/g)) recordUrlSecrets(url);
  }
  for (const [, word] of words.join(' ').matchAll(/\s(?:-u|--user)[\s=]\S+?:(?!\d+\b)([^\s"']+)/g)) recordSecret(word);
  for (const [name, value = ''] of Object.entries(env))
    if (isSecretField(name) && value.length >= SHORTEST && words.some((word) => word.includes(value)))
      recordSecret(value);
}

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
    const leaks = countSecrets(build());
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
    await report(true).finally(gate.stop);
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

/** Returns the number of secrets in a result, which every report shows in parts. */
function countSecrets(result: SdkResult): number {
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

export interface Command {
  readonly words: readonly [string, ...string[]];
  readonly cwd: string;
  readonly timeoutSeconds: number;
}

/** Runs the command to its end, its output passed through, and ends whatever it started, in any session. */
export async function runCommand(command: Command, env: NodeJS.ProcessEnv): Promise<Ending> {
  const { words, cwd, timeoutSeconds } = command;
  const started = performance.now();
  const [program, ...args] = words;
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  const end = () => {
    endGroup(child.pid);
    endMarked(env[MARK] ?? '');
  };
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, timeoutSeconds * 1000);
  process.on('exit', end);
  try {
    const [code]: (number | null)[] = await once(child, 'exit');
    return { code: code ?? null, timedOut, milliseconds: Math.round(performance.now() - started) };
  } finally {
    clearTimeout(timer);
    end();
    process.off('exit', end);
  }
}

/** The number of requests that a served gate shows with their headers, body and response. */
const SERVED_REQUESTS = 1_000;

/** Serves a gate and its control address, on the next port or any free one, until a signal ends it. */
export async function serveGate(options: ReturnType<typeof readServeOptions>): Promise<number> {
  const gate = await startGate({ ...options, keptRequests: SERVED_REQUESTS });
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
