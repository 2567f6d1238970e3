import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { fastify } from 'fastify';
import { isSecretField } from '#redaction/names';
import { listSecrets, recordSecret, recordUrlSecrets, redact } from '#redaction/redact';
import { createByteFinder, searchBytes } from '#redaction/search';
import { isUnguessable } from '#redaction/secret-patterns';
import { settings } from '#run/context';
import { endGroup, onParentExit } from '#run/process/program';
import { resultFiles, writeReports } from '../report/report.ts';
import { errorRounds, firstRounds, parseReplyRule, type Round } from '../responses/sequences.ts';
import type { Ending, FinishedRound } from '../result/record.ts';
import { buildResult } from '../result/result.ts';
import { startGate } from './gate.ts';
import { endMarked, MARK } from './leftovers.mjs';
import type { GateCommandLine, readServeOptions } from './options.ts';

/** `--client-secret hush`, `API_KEY=hush`, `-Ddb.pass="hush"`, `token: hush` in a command line, one word a line. */
const named =
  /(?<=^\/?|[\s"';(])([\w.-]+)(?=\n(.+)|([ \t]*[=:][ \t]*| +)(?!["']?\$[\w{(])(?:"([^"]*)"|\$?'([^']*)'|([^\s"';&|)]+)))/gm;

/** `-u bob:hush`, `Authorization: Bearer hush`, and what looks like a secret: `-p hush2`, `--auth=hush2hush`. */
const credentials = [
  /(?:^|\s)(?:-[uU]|--[\w-]*user|--auth)[\s=]?[^\s:/]+:(?!\d+\b)([^\s"']+)/g,
  /authorization\s*[:=]\s*["']?(?:[a-z]+\s+)?([^\s"']+)/gi,
  /(?:(?:^|\s)-p\s?|\b(?:auth|key)[\s=](?=\S{8}))(?=\S*\d)(?=\S*[a-z])([^\s"'=/]{6,})(?=[\s"']|$)/gi,
];

/** Names of secrets in a command line, in addition to those of fields. */
const telling =
  /(?:^|[_.-])(?:pass|passcode|pin|otp|jwt|bearer|cookie|credentials?)$|[_.-]pwd$|(?:access|signing|encryption)[_-]?key$/i;

const isSecretName = (name: string) => telling.test(name) || isSecretField(name.replace(/.*\.|^-+/g, ''));

/** Shorter values of the environment occur in a command line by chance. */
const SHORTEST = 6;

/** Records the secrets of a command line: values with the name of a secret, in a URL, or of such a variable. */
export function recordSecretsOfCommand(words: readonly string[], env: NodeJS.ProcessEnv): void {
  const text = words.join('\n');
  for (const [, name = '', word, sign = '', ...values] of text.matchAll(named))
    if (isSecretName(name) && (name.startsWith('-') || /[=:]/.test(sign)))
      recordSecret(word ?? values.find((value) => value !== undefined));
  for (const pattern of credentials) for (const [, value] of text.matchAll(pattern)) recordSecret(value);
  for (const [url] of text.matchAll(/[a-z][a-z\d+.-]*:\/\/[^\s"']+/gi)) recordUrlSecrets(url);
  for (const [name, value = ''] of Object.entries(env))
    if (isSecretName(name) && value.length >= SHORTEST && text.includes(value)) recordSecret(value);
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
    const finder = createByteFinder([...listSecrets()].filter(isUnguessable));
    const leaks = searchBytes(Buffer.from(JSON.stringify(build())), finder).leaks.length; // every report shows parts of it
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

/** Maximum length of a line, in characters: one that never ends must not fill the memory. */
export const LONGEST_LINE = 1_000_000;

/** Yields the lines of a stream; what is longer is yielded without its end. */
export async function* splitLines(stream: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > LONGEST_LINE) yield rest;
    if (rest.length > LONGEST_LINE) rest = '';
  }
  if (rest !== '') yield rest;
}

/** Calls back with each line of stderr: a whole one, so that no secret is cut, or the length of one that is too long. */
export async function readErrors(stderr: Readable, show: (line: string) => void): Promise<void> {
  for await (const line of splitLines(stderr))
    show(line.length > LONGEST_LINE ? `${line.length} characters without a line break` : line);
}

/** Runs the command to its end, and ends whatever it started; redacts its stderr unless that goes to a terminal. */
export async function runCommand(command: Command, env: NodeJS.ProcessEnv): Promise<Ending> {
  const { words, cwd, timeoutSeconds } = command;
  const started = performance.now();
  const [program, ...args] = words;
  const stderr = process.stderr.isTTY ? 'inherit' : 'pipe';
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'inherit', stderr], detached: true });
  const shown = child.stderr && readErrors(child.stderr, (line) => void process.stderr.write(`${redact(line)}\n`));
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
    end();
    await Promise.race([shown, after(1_000, undefined, { ref: false })]);
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
