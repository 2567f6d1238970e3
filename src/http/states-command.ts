import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseJson, type Send } from '#api/exchange';
import { listFields } from '#api/values/json';
import { isPublicValue } from '#redaction/names';
import { recordIssuedValue, recordSecret, sanitize } from '#redaction/redact';
import { environment } from '#run/context';
import { endGroup } from '#run/process/program';
import { extendTimeout } from '#run/running-test';
import type { Settings } from '#run/settings/settings';

const SECONDS = 60;

const most = { stdout: 1_000_000, stderr: 10_000, log: 1_000_000 } as const;

/** Creates a sender to a program: state on stdin, values on stdout; `null` leaves the state to the environment (404). */
export function createStatesCommand({
  STATES_COMMAND,
  REPORTS_DIR,
  seconds = SECONDS,
}: Pick<Settings, 'STATES_COMMAND' | 'REPORTS_DIR'> & { readonly seconds?: number }): Send | undefined {
  if (STATES_COMMAND === '') return undefined;
  return async ({ body = '' }) => {
    extendTimeout(seconds * 1000);
    const started = performance.now();
    const output = await runProgram(STATES_COMMAND, body, seconds);
    const json = parseJson(output.stdout);
    recordSecrets(json, output.stderr);
    appendLog(REPORTS_DIR, body, output.stderr);
    const isSetup = body.includes('"action":"setup"');
    const why = output.why ?? (isSetup ? getFlaw(output.stdout, json) : undefined);
    if (why !== undefined) throw new Error(why);
    const status = isSetup && json === null ? 404 : 200;
    return { status, headers: {}, text: output.stdout, json, milliseconds: performance.now() - started };
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
  const [code, signal]: unknown[] = await once(child, 'exit');
  clearTimeout(limit);
  process.off('exit', end);
  end();
  const [stdout = '', stderr = ''] = await Promise.all(texts);
  return { stdout, stderr, why: isLate ? `it did not end within ${seconds} s` : describeFailure(code, signal) };
}

function describeFailure(code: unknown, signal: unknown): string | undefined {
  if (code === 0) return undefined;
  return code === null ? `it was ended by ${signal}` : `it ended with exit code ${code}`;
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
function recordSecrets(json: unknown, stderr: string): void {
  for (const [name, value] of listFields(json)) if (!isPublicValue(name)) recordSecret(value);
  for (const word of stderr.split(/[\s"'`,;:=()[\]{}<>]+/)) recordIssuedValue(word);
}

function appendLog(folder: string, question: string, stderr: string): void {
  const file = path.join(folder, 'states.log');
  const written = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (stderr.trim() === '' || written > most.log) return;
  mkdirSync(folder, { recursive: true });
  appendFileSync(file, sanitize(`${new Date().toISOString()} ${question}\n${stderr.trimEnd()}\n\n`));
}
