import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { getField, parseJson } from '#api/exchange';
import { describeRule } from '#api/schema';
import { asEscape } from '#api/text';
import { redact } from '#redaction/redact';
import { print } from '#run/process/output';
import { endGroup } from '#run/process/program';
import { type Command, LONGEST_LINE, readErrors, splitLines } from '../run/command.ts';
import { endMarked, MARK } from '../run/leftovers.mjs';
import lineSchema from './line.schema.json' with { type: 'json' };
import type { DriverReport } from './played.ts';
import type { Scenario } from './scenario.ts';

type Task = Pick<Scenario, 'operation' | 'input'> & { readonly scenario: string };

export interface Driver {
  /** Sends a task and returns the report of the driver; undefined if the driver does not respond. */
  readonly ask: (task: Task) => Promise<DriverReport | undefined>;
  readonly stop: () => Promise<void>;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Maximum number of times that a driver ends before its first line, or in a row is silent and sends nothing. */
const SILENCES = 3;

/** Maximum length of a driver's output in a message, in characters; twice that is redacted, so that no secret is cut. */
const LONGEST_OUTPUT = 1_000;

/** Matches what some readers, Node 24's too, take as the end of a line. */
const lineEnds = /[\u0085\u2028\u2029]/g;

type Line = DriverReport & { readonly scenario: string };

const isLine = new Ajv2020().compile<Line>(lineSchema);

/** Returns a driver that is a command (docs/certify.md), which is started again after it has ended. */
export function createDriver(command: Command, env: NodeJS.ProcessEnv, countRequests: () => number): Driver {
  let running: Awaited<ReturnType<typeof start>> | undefined;
  let hasReported = false;
  let silences = 0;
  const stop = async () => {
    const child = running?.child;
    running = undefined;
    if (child && !hasEnded(child)) await Promise.all([once(child, 'exit'), endGroup(child.pid)]);
    if (child && env[MARK]) endMarked(env[MARK]);
  };
  return {
    ask: async (task) => {
      if (running && hasEnded(running.child)) await stop();
      running ??= await start(command, env);
      const { child, lines, printed } = running;
      const sent = countRequests();
      child.stdin.write(`${JSON.stringify(task).replace(lineEnds, asEscape)}\n`);
      const late = after(command.timeoutSeconds * 1000, undefined, { ref: false });
      const report = await Promise.race([waitFor(task, lines), late]);
      hasReported ||= report !== undefined;
      const isDead = report === undefined && (hasEnded(child) ? !hasReported : countRequests() === sent);
      silences = isDead ? silences + 1 : 0;
      if (report) return report;
      const end = describeEnd(command, child);
      await stop();
      const shown = redact(printed().trim()).slice(-LONGEST_OUTPUT) || 'It printed nothing.';
      if (silences === SILENCES) throw new Error(`${end}, ${SILENCES} times. Check it (docs/certify.md): ${shown}`);
      print(`${end}, in scenario ${task.scenario}.`);
      return undefined;
    },
    stop,
  };
}

function hasEnded({ exitCode, signalCode }: Child): boolean {
  return exitCode !== null || signalCode !== null;
}

function describeEnd({ words: [program], timeoutSeconds }: Command, { exitCode, signalCode }: Child): string {
  if (exitCode !== null) return `The driver ${program} ended with exit code ${exitCode} before it printed a line`;
  if (signalCode !== null) return `The driver ${program} ended by ${signalCode} before it printed a line`;
  return `The driver ${program} printed no line within ${timeoutSeconds} seconds`;
}

async function start({ words: [program, ...args], cwd }: Command, env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  await once(child, 'spawn');
  child.stdin.on('error', () => {}); // it has ended
  let printed = '';
  const show = (line: string) => {
    process.stderr.write(`${redact(line)}\n`);
    printed = `${printed}${line}\n`.slice(-2 * LONGEST_OUTPUT);
  };
  void readErrors(child.stderr, show);
  return { child, lines: readLines(child, show), printed: () => printed };
}

async function* readLines(child: Child, show: (line: string) => void): AsyncGenerator<Line> {
  for await (const line of splitLines(child.stdout)) {
    if (line.length > LONGEST_LINE)
      throw new Error(`The driver printed ${LONGEST_LINE} characters without a line break. Use one line a scenario.`);
    const parsed = parseJson(line);
    if (isLine(parsed)) yield parsed;
    else if (getField(parsed, 'scenario') !== undefined) throw new Error(describeInvalid(line));
    else show(line);
  }
  if (!hasEnded(child)) await Promise.race([once(child, 'exit'), after(1_000)]);
}

function describeInvalid(line: string): string {
  const why = isLine.errors?.map((error) => `${error.instancePath || 'it'} ${describeRule(error)}`).join('; ');
  return `The driver printed ${redact(line.slice(0, 2 * LONGEST_OUTPUT)).slice(0, LONGEST_OUTPUT)}, but ${why} (docs/certify.md).`;
}

/** Returns the line of the driver for a task; one for another task is late. */
async function waitFor({ scenario }: Task, lines: AsyncIterator<Line>): Promise<DriverReport | undefined> {
  for (;;) {
    const next = await lines.next();
    if (next.done) return undefined;
    if (next.value.scenario === scenario) return next.value;
  }
}
