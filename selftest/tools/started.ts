import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@playwright/test';

/** A process that goes on by itself. */
interface Started {
  readonly child: ChildProcess;
  /** Waits until the output holds the words, and returns what of it they match. */
  readonly says: (words: RegExp) => Promise<RegExpExecArray>;
  readonly output: () => string;
}

const started: ChildProcess[] = [];

/** Starts Node with these words and these variables alone. */
export function start(words: readonly string[], variables: Readonly<Record<string, string>>): Started {
  const { PATH = '', HOME = '' } = process.env;
  return noted(spawn(process.execPath, [...words], { env: { PATH, HOME, ...variables } }));
}

/** Starts a command as another user, in a folder that nobody may write to, with these variables alone. */
export function startAs(
  uid: number,
  command: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Started {
  const { PATH = '' } = process.env;
  return noted(spawn(command, [...words], { uid, gid: uid, cwd: '/', env: { PATH, ...variables } }));
}

function noted(child: ChildProcessWithoutNullStreams): Started {
  started.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk;
    });
  const says = async (wanted: RegExp) => {
    await expect(() => expect(text).toMatch(wanted)).toPass({ timeout: 120_000 });
    return wanted.exec(text) ?? Object.assign([''] as [string], { index: 0, input: text });
  };
  return { child, says, output: () => text };
}

/** Ends what was started and still goes on. */
export async function endStarted(): Promise<void> {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'close');
  }
}
