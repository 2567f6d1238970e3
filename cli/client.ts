import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { clientRegister } from '#api/register';
import {
  type Flags,
  listInterceptionOptions,
  parseSeconds,
  readInterception,
  readOptions,
  readServeOptions,
} from '#client/run/options';
import { getCallerFolder, settings } from '#run/context';
import { describeListenError } from '#run/process/command-errors';

interface ClientFlags extends Omit<Flags, 'operations'> {
  readonly scenarios?: string;
  readonly only?: readonly string[];
  readonly operations?: string;
  readonly observe?: true;
}

/** Defines the certification of a client: its requests, and its reaction to responses. */
export function define(command: Command): void {
  command
    .argument('<command...>', 'after --: the driver of the client (docs/certify.md)')
    .option('--scenarios <file>', 'your own scenarios instead of the published ones')
    .option('--only <ids>', 'play only the scenarios of these requirements: CPI-05,COR-05', parseIds)
    .option('--operations <names>', 'the operations that the client has: oauth-token,checkout-preferences')
    .addOption(new Option('--observe', 'judge what COMMAND sends; it is not a driver').conflicts(['scenarios', 'only']))
    .addOption(new Option('--timeout <seconds>', 'limit of a scenario or COMMAND').argParser(parseSeconds).default(60));
  for (const option of listInterceptionOptions()) command.addOption(option);
  command.passThroughOptions().action((words: string[], flags: ClientFlags) => certify(words, flags));
}

function parseIds(text: string): string[] {
  const ids = text.split(',').map((id) => id.trim());
  const unknown = ids.find((id) => !clientRegister.some((row) => row.id === id));
  if (unknown === undefined) return ids;
  throw new InvalidArgumentError(
    `${JSON.stringify(unknown)} is not a requirement of a client. Use one of docs/coverage.md.`,
  );
}

async function certify([program = '', ...args]: string[], flags: ClientFlags): Promise<void> {
  const cwd = getCallerFolder();
  process.exitCode = await runInNetwork(flags.transparent === true, async () => {
    const { runClient } = await import('#client/certification/run');
    return runClient({
      gate: { ...readInterception(flags), otherPaths: 'answer', completesBodies: flags.observe !== true },
      command: { words: [program, ...args], cwd, timeoutSeconds: flags.timeout },
      scenarios: flags.scenarios === undefined ? undefined : path.resolve(cwd, flags.scenarios),
      only: flags.only,
      operations: flags.operations,
      isObserved: flags.observe === true,
      argv: process.argv.slice(2),
    });
  }).catch(throwRedacted);
}

/** Runs a command, with --transparent in a network of its own; returns the exit code. */
async function runInNetwork(isTransparent: boolean, run: () => Promise<number>): Promise<number> {
  const { isInside, runInside } = await import('#client/interception/network');
  const { rejectUnwritable } = await import('#results/unfinished');
  rejectUnwritable(settings().REPORTS_DIR);
  return isTransparent && !isInside() ? runInside() : run();
}

/** Defines the SDK gate, which reads its command line itself: the words after `--` are another command. */
export function defineSdk(command: Command): void {
  command
    .helpOption(false)
    .allowUnknownOption()
    .argument('[words...]')
    .action(async () => {
      process.exitCode = await gateSdk(process.argv.slice(3)).catch(throwRedacted);
    });
}

/** Loads the gate after the command line is read, so that a wrong one is reported at once. */
async function gateSdk(words: readonly string[]): Promise<number> {
  const cwd = getCallerFolder();
  if (words[0] === 'serve') return (await import('#client/run/serve')).serveGate(readServeOptions(words.slice(1), cwd));
  const asked = readOptions(words, cwd);
  return runInNetwork(asked.options.way === 'transparent', async () => {
    const { runGate } = await import('#client/run/run');
    return runGate(asked, cwd);
  });
}

async function throwRedacted(error: unknown): Promise<never> {
  const { redact } = await import('#redaction/redact');
  throw new Error(redact(describeListenError(error) ?? describeError(error)));
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && 'path' in error && 'spawnargs' in error) {
    const problem = error.code === 'ENOENT' ? 'was not found' : `cannot be started (${error.code})`;
    return `The command ${error.path} ${problem}. Use one that runs in ${getCallerFolder()}.`;
  }
  if (!('code' in error && 'syscall' in error)) return error.message;
  const isLost = /^(?:E(?:NOTDIR|ACCES|ROFS|NOSPC)|ENOENT mkdtemp)/.test(`${error.code} ${error.syscall}`);
  const file = 'path' in error ? error.path : 'A file';
  return isLost
    ? `${file} cannot be written (${error.code}). Set REPORTS_DIR or TMPDIR, or free the disk.`
    : error.message;
}
