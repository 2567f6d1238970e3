import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseJson } from '#api/exchange';
import { endMarked, MARK } from '../run/leftovers.mjs';
import type { Command } from '../run/play.ts';
import type { Said } from './played.ts';
import type { Scenario } from './scenario.ts';

/** Describes what a driver is asked. */
type Task = Pick<Scenario, 'operation' | 'input'> & { readonly scenario: string };

/** Does scenarios with a client, one after the other. */
export interface Driver {
  /** Holds what the caller of the client got; undefined where nothing was said of it. */
  readonly ask: (task: Task) => Promise<Said | undefined>;
  readonly stop: () => Promise<void>;
}

type Child = ChildProcessByStdio<Writable, Readable, null>;

interface Answer extends Said {
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

/** A driver that is a command: docs/certify.md. It is started where it is wanted, and again where it has ended. */
export function commandDriver(command: Command, env: NodeJS.ProcessEnv): Driver {
  let running: { readonly child: Child; readonly answers: AsyncIterator<Answer> } | undefined;
  const stop = async () => {
    const child = running?.child;
    running = undefined;
    if (child) await ended(child, env[MARK] ?? '');
  };
  return {
    ask: async (task) => {
      if (running?.child.exitCode !== null || running.child.signalCode !== null) await stop();
      running ??= await start(command, env);
      running.child.stdin.write(`${JSON.stringify(task)}\n`);
      const said = await within(command.timeoutSeconds, answerTo(task, running.answers));
      if (said === undefined) await stop();
      return said;
    },
    stop,
  };
}

async function start({ words: [program, ...args], cwd }: Command, env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  await once(child, 'spawn').catch(() => {
    throw new Error(`The driver ${program} was not found: give a command that runs in the folder where you stand.`);
  });
  child.stdin.on('error', () => {}); // it has ended: its answer does not come
  return { child, answers: answersIn(child) };
}

async function* answersIn({ stdout }: Child): AsyncGenerator<Answer> {
  for await (const line of createInterface({ input: stdout })) {
    const answer = parseJson(line);
    if (isAnswer(answer)) yield answer;
    else process.stderr.write(`${line}\n`);
  }
}

/** The answer of the driver to a task; what it says of another one is late, and no answer. */
async function answerTo(task: Task, answers: AsyncIterator<Answer>): Promise<Said | undefined> {
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
