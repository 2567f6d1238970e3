import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** The exit code and the output of a command. */
export interface CommandRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Texts = Readonly<Record<string, string>>;

/** Runs a command of the program as its npm script does, in a folder, with only these variables. */
export function runCommand(
  command: string,
  args: readonly string[],
  variables: Texts = {},
  cwd?: string,
): Promise<CommandRun> {
  const program = ['--import', import.meta.resolve('tsx'), path.resolve('cli/conformance.ts')];
  return runProgram(process.execPath, [...program, command, ...args], variables, cwd);
}

/** Runs any program in a folder, with only these variables. */
export async function runProgram(
  program: string,
  args: readonly string[],
  variables: Texts = {},
  cwd = process.cwd(),
): Promise<CommandRun> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ...variables };
  const child = spawn(program, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  return { code, stdout, stderr };
}
