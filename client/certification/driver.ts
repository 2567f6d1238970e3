import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseJson } from '#api/exchange';
import { redact } from '#redaction/redact';
import { endMarked, MARK } from '../run/leftovers.mjs';
import type { Command } from '../run/play.ts';
import type { DriverReport } from './played.ts';
import type { Scenario } from './scenario.ts';

/** Describes what a driver is asked. */
type Task = Pick<Scenario, 'operation' | 'input'> & { readonly scenario: string };

/** Does scenarios with a client, one after the other. */
export interface Driver {
  /** Holds what the caller of the client got; undefined where nothing was said of it. */
  readonly ask: (task: Task) => Promise<DriverReport | undefined>;
  readonly stop: () => Promise<void>;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Counts how often a driver may end before its first answer. */
const STARTS = 3;

/** Holds so much of what a driver prints as a message shows. */
const LONGEST = 1_000;

interface Answer extends DriverReport {
  readonly scenario: string;
}

const isAnswer = new Ajv2020().compile<Answer>({
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

/** Returns a driver that is a command: docs/certify.md. It is started where it is wanted, and again where it has ended. */
export function commandDriver(command: Command, env: NodeJS.ProcessEnv): Driver {
  let running: Awaited<ReturnType<typeof start>> | undefined;
  let starts = 0;
  const stop = async () => {
    const child = running?.child;
    running = undefined;
    if (child) await ended(child, env[MARK] ?? '');
  };
  return {
    ask: async (task) => {
      if (running?.child.exitCode !== null || running.child.signalCode !== null) await stop();
      if (!running) starts += 1;
      running ??= await start(command, env);
      const { child, answers, printed } = running;
      child.stdin.write(`${JSON.stringify(task)}\n`);
      const said = await within(command.timeoutSeconds, answerTo(task, answers));
      if (said !== undefined) starts = Number.NEGATIVE_INFINITY;
      else await stop();
      if (starts === STARTS && child.signalCode !== 'SIGKILL') throw new Error(describeEnd(command, child, printed()));
      return said;
    },
    stop,
  };
}

/** Says that a driver ended before it printed a line. */
function describeEnd({ words: [program] }: Command, { exitCode, signalCode }: Child, printed: string): string {
  const end = exitCode === null ? `by ${signalCode}` : `with exit code ${exitCode}`;
  const shown = printed.trim() === '' ? 'It printed nothing on stderr.' : redact(printed.trim());
  return `The driver ${program} ended ${end} before it printed a line, ${STARTS} times. Check it (docs/certify.md): ${shown}`;
}

async function start({ words: [program, ...args], cwd }: Command, env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  await once(child, 'spawn').catch(() => {
    throw new Error(`The driver ${program} was not found: give a command that runs in the folder where you stand.`);
  });
  child.stdin.on('error', () => {}); // it has ended: its answer does not come
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    printed = `${printed}${chunk}`.slice(-LONGEST);
  });
  return { child, answers: answersIn(child), printed: () => printed };
}

async function* answersIn(child: Child): AsyncGenerator<Answer> {
  for await (const line of createInterface({ input: child.stdout })) {
    const answer = parseJson(line);
    if (isAnswer(answer)) yield answer;
    else process.stderr.write(`${line}\n`);
  }
  if (child.exitCode === null && child.signalCode === null) await Promise.race([once(child, 'exit'), after(1_000)]);
}

/** Returns the answer of the driver to a task; what it says of another one is late, and no answer. */
async function answerTo(task: Task, answers: AsyncIterator<Answer>): Promise<DriverReport | undefined> {
  for (;;) {
    const next = await answers.next();
    if (next.done) return undefined;
    if (next.value.scenario === task.scenario) return next.value;
  }
}

async function within<T>(seconds: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, seconds * 1000, undefined);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function ended(child: Child, mark: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const gone = once(child, 'exit');
    process.kill(-child.pid, 'SIGKILL');
    await gone;
  }
  if (mark !== '') endMarked(mark);
}
