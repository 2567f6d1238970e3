import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { environmentWith, expect } from './fixtures.ts';

const started: ChildProcess[] = [];

type Texts = Readonly<Record<string, string>>;

/** Starts a program, by default Node, with these arguments and only these variables. */
export function start(words: readonly string[], variables: Texts, program = process.execPath) {
  return noted(spawn(program, words, { env: environmentWith(variables) }));
}

/** Starts a command as another user, in a folder that is not writable, with only these variables. */
export function startAs(uid: number, command: string, words: readonly string[], variables: Texts) {
  const { PATH = '' } = process.env;
  return noted(spawn(command, [...words], { uid, gid: uid, cwd: '/', env: { PATH, ...variables } }));
}

function noted(child: ChildProcessWithoutNullStreams) {
  started.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk;
    });
  /** Waits until the output matches, and returns the match. */
  const says = async (pattern: RegExp): Promise<RegExpExecArray> => {
    await expect(() => expect(text).toMatch(pattern)).toPass({ timeout: 120_000 });
    return pattern.exec(text) ?? Object.assign([''] as [string], { index: 0, input: text });
  };
  return { child, says, output: () => text };
}

/** Ends the processes that are still running. */
export async function endStarted(): Promise<void> {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'close');
  }
}
