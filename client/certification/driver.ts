import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseJson } from '#api/exchange';
import { redact } from '#redaction/redact';
import { endGroup } from '#run/process/program';
import { endMarked, MARK } from '../run/leftovers.mjs';
import type { Command } from '../run/run.ts';
import type { DriverReport } from './played.ts';
import type { Scenario } from './scenario.ts';

type Task = Pick<Scenario, 'operation' | 'input'> & { readonly scenario: string };

export interface Driver {
  /** Sends a task and returns the report of the driver; undefined if the driver does not respond. */
  readonly ask: (task: Task) => Promise<DriverReport | undefined>;
  readonly stop: () => Promise<void>;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Maximum number of starts of a driver that ends before its first line. */
const STARTS = 3;

/** Maximum length of a driver's output in a message, in characters. */
const LONGEST = 1_000;

type Line = DriverReport & { readonly scenario: string };

const isLine = new Ajv2020().compile<Line>({
  type: 'object',
  properties: {
    scenario: { type: 'string' },
    outcome: { enum: ['done', 'error', 'unsupported'] },
    result: {},
    status: { type: ['integer', 'null'] },
    error: { type: ['string', 'null'] },
  },
  required: ['scenario', 'outcome'],
});

/** Returns a driver that is a command (docs/certify.md), which is started again after it has ended. */
export function createDriver(command: Command, env: NodeJS.ProcessEnv): Driver {
  let running: Awaited<ReturnType<typeof start>> | undefined;
  let starts = 0;
  const stop = async () => {
    const child = running?.child;
    running = undefined;
    if (child) await endDriver(child, env[MARK] ?? '');
  };
  return {
    ask: async (task) => {
      if (running?.child.exitCode !== null || running.child.signalCode !== null) await stop();
      if (!running) starts += 1;
      running ??= await start(command, env);
      const { child, lines, printed } = running;
      child.stdin.write(`${JSON.stringify(task)}\n`);
      const late = after(command.timeoutSeconds * 1000, undefined, { ref: false });
      const report = await Promise.race([waitFor(task, lines), late]);
      if (report !== undefined) starts = Number.NEGATIVE_INFINITY;
      else await stop();
      if (starts === STARTS && child.signalCode !== 'SIGKILL')
        throw new Error(describeEnding(command, child, printed()));
      return report;
    },
    stop,
  };
}

function describeEnding({ words: [program] }: Command, { exitCode, signalCode }: Child, printed: string): string {
  const end = exitCode === null ? `by ${signalCode}` : `with exit code ${exitCode}`;
  const shown = printed.trim() === '' ? 'It printed nothing on stderr.' : redact(printed.trim());
  return `The driver ${program} ended ${end} before it printed a line, ${STARTS} times. Check it (docs/certify.md): ${shown}`;
}

async function start({ words: [program, ...args], cwd }: Command, env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  await once(child, 'spawn').catch(() => {
    throw new Error(`The driver ${program} was not found. Use a command that runs in the current folder.`);
  });
  child.stdin.on('error', () => {}); // it has ended
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    printed = `${printed}${chunk}`.slice(-LONGEST);
  });
  return { child, lines: readLines(child), printed: () => printed };
}

async function* readLines(child: Child): AsyncGenerator<Line> {
  for await (const line of createInterface({ input: child.stdout })) {
    const parsed = parseJson(line);
    if (isLine(parsed)) yield parsed;
    else process.stderr.write(`${line}\n`);
  }
  if (child.exitCode === null && child.signalCode === null) await Promise.race([once(child, 'exit'), after(1_000)]);
}

/** Returns the line of the driver for a task; one for another task is late. */
async function waitFor({ scenario }: Task, lines: AsyncIterator<Line>): Promise<DriverReport | undefined> {
  for (;;) {
    const next = await lines.next();
    if (next.done) return undefined;
    if (next.value.scenario === scenario) return next.value;
  }
}

async function endDriver(child: Child, mark: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    endGroup(child.pid);
    await gone;
  }
  if (mark !== '') endMarked(mark);
}
