import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, statSync } from 'node:fs';
import http, { IncomingMessage } from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describeSkipReason } from '#api/cause-texts';
import { toPublicUrl } from '#api/escape-controls';
import { parseJson } from '#api/exchange';
import { listMembers } from '#api/values/json';
import { isPublicValue } from '#redaction/forms';
import { recordIssuedValue, recordSecret, sanitize } from '#redaction/redact';
import { environment } from '#run/context';
import type { Settings } from '#run/settings/settings';
import { skipTest } from '#run/skip';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';
import { firstLine } from './failure.ts';
import { type Send, sender } from './send.ts';
import { busyOf, giveTime, isBusy, retry, type Throttle } from './throttle.ts';

/** Asks for provider states: a setup is retried like any request, a teardown is sent once. */
export interface StatesClient {
  /** Empty where a program is run. */
  readonly url: string;
  readonly setup: Send;
  readonly teardown: Send;
  /** Absent where each setup must be a request of its own, as in a recording. */
  readonly spares?: Spares;
}

type Values = Readonly<Record<string, unknown>>;

/** Sets of values that the response to a setup holds beyond the first, for the next tests that need the state. */
interface Spares {
  readonly keep: (state: string, sets: readonly Values[]) => void;
  /** Returns a set and forgets it; undefined where none is left that is less than a minute old. */
  readonly take: (state: string) => Values | undefined;
}

const FRESH = 60_000;

const PROGRAM = 'STATES_COMMAND';

/** Creates the spare sets of one worker, which are used while they are fresh: a code expires. */
export function createSpares(now: () => number = Date.now): Spares {
  const kept = new Map<string, { readonly values: Values; readonly until: number }[]>();
  return {
    keep: (state, sets) => {
      const added = sets.map((values) => ({ values, until: now() + FRESH }));
      kept.set(state, [...(kept.get(state) ?? []), ...added]);
    },
    take: (state) => {
      const [next, ...rest] = (kept.get(state) ?? []).filter(({ until }) => until > now());
      kept.set(state, rest);
      return next?.values;
    },
  };
}

/** Creates the client of provider states, by URL or program; it asks for none while the target is unreachable. */
export function createStatesClient(
  url: string,
  send: Send,
  target: CircuitBreaker,
  pause: Throttle['pause'],
): StatesClient {
  let reason = '';
  const breaker = createCircuitBreaker(url || PROGRAM, async () => reason, false);
  const giveUp = async (why: string): Promise<never> => {
    const lost = { kind: 'states out of reach', url: toPublicUrl(url), why } as const;
    reason = describeSkipReason(lost);
    await breaker.lost('states');
    return skipTest(lost);
  };
  const setup: Send = async (request) => {
    await target.check();
    await breaker.check();
    const persistence = { expected: undefined, pause };
    const answer = await retry(send, request, persistence).catch((error) => giveUp(firstLine(error)));
    if (isBusy(answer, undefined)) return giveUp(describeSkipReason(busyOf(answer)));
    breaker.answered('states');
    return answer;
  };
  return { url, setup, teardown: send };
}

interface Said {
  readonly stdout: string;
  readonly stderr: string;
  readonly why: string | undefined;
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
    giveTime(seconds * 1000);
    const started = performance.now();
    const said = await runProgram(STATES_COMMAND, body, seconds);
    const json = parseJson(said.stdout);
    keepSecretsSaid(json, said.stderr);
    log(REPORTS_DIR, body, said.stderr);
    const isSetup = body.includes('"action":"setup"');
    const why = said.why ?? (isSetup ? flawOf(said.stdout, json) : undefined);
    if (why !== undefined) throw new Error(why);
    const status = isSetup && json === null ? 404 : 200;
    return { status, headers: {}, text: said.stdout, json, milliseconds: performance.now() - started };
  };
}

/** Returns the reason why the output of a program is invalid, without the output: it may be a secret. */
function flawOf(stdout: string, json: unknown): string | undefined {
  if (typeof json === 'object' && !Array.isArray(json)) return undefined;
  return stdout.trim() === ''
    ? 'it printed nothing, but a JSON object of values or null is expected'
    : `it printed ${stdout.length} characters that are no JSON object of values, and not null`;
}

async function runProgram(command: string, stdin: string, seconds: number): Promise<Said> {
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

/** Ends the processes that a program left behind too: they would hold the pipes open. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // nothing of it is left
  }
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

/**
 * Creates a sender for requests that are not judged, such as those for provider states, for which Playwright's takes
 * several times the time. Each request has the header fields `own` too; no proxy and no client certificate. With
 * `isFresh` each request has a connection of its own.
 */
export function createPlainSend(own: Readonly<Record<string, string>>, timeoutSeconds: number, isFresh = false): Send {
  return sender(async ({ method, url, headers, body }, milliseconds) => {
    const signal = AbortSignal.timeout(milliseconds);
    const client = url.startsWith('https:') ? https : http;
    const request = client.request(url, {
      method,
      headers: { ...own, ...headers },
      signal,
      ...(isFresh ? { agent: false } : {}),
    });
    request.end(body);
    try {
      const [response] = await once(request, 'response');
      request.on('error', () => undefined); // what fails from here on fails the reading too
      if (!(response instanceof IncomingMessage)) throw new Error('no answer came');
      const bytes = await buffer(response);
      const fields = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
      return { status: response.statusCode ?? 0, headers: Object.fromEntries(fields), bytes };
    } catch (error) {
      throw signal.aborted ? new Error('timed out') : error;
    }
  }, timeoutSeconds);
}
