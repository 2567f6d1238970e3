import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { toPublicUrl } from '#api/escape-controls';
import { parseJson } from '#api/exchange';
import { describeSkipReason } from '#api/messages';
import { listMembers } from '#api/values/json';
import { isPublicValue } from '#redaction/names';
import { recordIssuedValue, recordSecret, sanitize } from '#redaction/redact';
import { environment } from '#run/context';
import { endGroup } from '#run/process/program';
import { extendTimeout } from '#run/running-test';
import type { Settings } from '#run/settings/settings';
import { skipTest } from '#run/skip';
import { firstLine } from './failure.ts';
import { type CircuitBreaker, createCircuitBreaker } from './reach.ts';
import { getBusyReason, isBusy, retry } from './retry.ts';
import type { Send } from './send.ts';

/** Asks for provider states: a setup is retried like any request, a teardown is sent once. */
export interface StatesClient {
  /** Empty where a program is run. */
  readonly url: string;
  readonly setup: Send;
  readonly teardown: Send;
  /** Absent where each setup must be a request of its own, as in a recording. */
  readonly spares?: ReturnType<typeof createSpares>;
}

type Values = Readonly<Record<string, unknown>>;

const FRESH = 60_000;

/**
 * Creates the spare sets of one worker: values that the response to a setup holds beyond the first, for the next tests
 * that need the state, while they are fresh: a code expires.
 */
export function createSpares(now: () => number = Date.now) {
  const kept = new Map<string, { readonly values: Values; readonly until: number }[]>();
  return {
    keep: (state: string, sets: readonly Values[]) => {
      const added = sets.map((values) => ({ values, until: now() + FRESH }));
      kept.set(state, [...(kept.get(state) ?? []), ...added]);
    },
    take: (state: string) => {
      const [next, ...rest] = (kept.get(state) ?? []).filter(({ until }) => until > now());
      kept.set(state, rest);
      return next?.values;
    },
  };
}

/** Creates the client of provider states, by URL or program; it asks for none while the target is unreachable. */
export function createStatesClient(url: string, send: Send, target: CircuitBreaker): StatesClient {
  let reason = '';
  const breaker = createCircuitBreaker(url || 'STATES_COMMAND', async () => reason, false);
  const giveUp = async (why: string): Promise<never> => {
    const lost = { kind: 'states out of reach', url: toPublicUrl(url), why } as const;
    reason = describeSkipReason(lost);
    await breaker.lost('states');
    return skipTest(lost);
  };
  const setup: Send = async (request) => {
    await target.check();
    await breaker.check();
    const answer = await retry(send, request).catch((error) => giveUp(firstLine(error)));
    if (isBusy(answer)) return giveUp(describeSkipReason(getBusyReason(answer)));
    breaker.answered('states');
    return answer;
  };
  return { url, setup, teardown: send };
}

const SECONDS = 60;

const most = { stdout: 1_000_000, stderr: 10_000, log: 1_000_000 } as const;

/**
 * Asks a program for provider states: the state as JSON on its stdin, the values as a JSON object on its stdout, `null`
 * where it leaves the state to the environment (404). Undefined where no program is set.
 */
export function createStatesCommand({
  STATES_COMMAND,
  REPORTS_DIR,
  seconds = SECONDS,
}: Pick<Settings, 'STATES_COMMAND' | 'REPORTS_DIR'> & { readonly seconds?: number }): Send | undefined {
  if (STATES_COMMAND === '') return undefined;
  return async ({ body = '' }) => {
    extendTimeout(seconds * 1000);
    const started = performance.now();
    const said = await runProgram(STATES_COMMAND, body, seconds);
    const json = parseJson(said.stdout);
    keepSecretsSaid(json, said.stderr);
    log(REPORTS_DIR, body, said.stderr);
    const isSetup = body.includes('"action":"setup"');
    const why = said.why ?? (isSetup ? getFlaw(said.stdout, json) : undefined);
    if (why !== undefined) throw new Error(why);
    const status = isSetup && json === null ? 404 : 200;
    return { status, headers: {}, text: said.stdout, json, milliseconds: performance.now() - started };
  };
}

/** Returns the reason why the output of a program is invalid, without the output: it may be a secret. */
function getFlaw(stdout: string, json: unknown): string | undefined {
  if (typeof json === 'object' && !Array.isArray(json)) return undefined;
  return stdout.trim() === ''
    ? 'it printed nothing. Expected a JSON object of values, or null'
    : `it printed ${stdout.length} characters. Expected a JSON object of values, or null`;
}

async function runProgram(command: string, stdin: string, seconds: number) {
  const child = spawn(command, { shell: true, env: environment(), stdio: 'pipe', detached: true });
  const texts = [collect(child.stdout, most.stdout), collect(child.stderr, most.stderr)];
  child.stdin.on('error', () => {}); // a program need not read
  child.stdin.end(`${stdin}\n`);
  const end = () => endGroup(child.pid);
  process.once('exit', end);
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    end();
  }, seconds * 1000);
  const [code, signal]: (number | string | null)[] = await once(child, 'exit');
  clearTimeout(limit);
  process.off('exit', end);
  end();
  const ended = code === null ? `was ended by ${signal}` : `ended with exit code ${code}`;
  const why = isLate ? `it did not end within ${seconds} s` : code === 0 ? undefined : `it ${ended}`;
  const [stdout = '', stderr = ''] = await Promise.all(texts);
  return { stdout, stderr, why };
}

async function collect(stream: AsyncIterable<Buffer>, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes <= limit) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Records the returned values, and what looks like a secret in the log, before anything is written. */
function keepSecretsSaid(json: unknown, stderr: string): void {
  for (const [name, value] of listMembers(json)) if (!isPublicValue(name)) recordSecret(value);
  for (const word of stderr.split(/[\s"'`,;:=()[\]{}<>]+/)) recordIssuedValue(word);
}

function log(folder: string, asked: string, stderr: string): void {
  const file = path.join(folder, 'states.log');
  const written = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (stderr.trim() === '' || written > most.log) return;
  appendFileSync(file, sanitize(`${new Date().toISOString()} ${asked}\n${stderr.trimEnd()}\n\n`));
}
