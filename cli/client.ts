import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { clientRegister } from '#api/register';
import { type Flags, listInterceptionOptions, parseSeconds } from '#client/run/options';
import { getCallerFolder } from '#run/context';

interface ClientFlags extends Omit<Flags, 'operations'> {
  readonly scenarios?: string;
  readonly only?: readonly string[];
  readonly operations?: string;
  readonly observe?: true;
}

/** Defines the certification of a client: its requests, and its reaction to responses. */
export function define(command: Command): void {
  command
    .argument('<command...>', 'the driver of the client (docs/certify.md); behind --')
    .option('--scenarios <file>', 'your own scenarios instead of the published ones')
    .option('--only <ids>', 'play only the scenarios of these requirements: CPI-05,COR-05', idsIn)
    .option('--operations <names>', 'the operations that the client has: oauth-token,checkout-preferences')
    .option('--observe', 'judge what COMMAND sends; it is not a driver')
    .addOption(
      new Option('--timeout <seconds>', 'how long one scenario, or the observed command, may take')
        .argParser(parseSeconds)
        .default(60),
    );
  for (const option of listInterceptionOptions()) command.addOption(option);
  command.passThroughOptions().action((words: string[], flags: ClientFlags) => certify(words, flags));
}

function idsIn(text: string): string[] {
  const ids = text.split(',').map((id) => id.trim());
  const strange = ids.find((id) => !clientRegister.some((row) => row.id === id));
  if (strange === undefined) return ids;
  throw new InvalidArgumentError(
    `${JSON.stringify(strange)} is not a requirement of a client. Use one of docs/coverage.md.`,
  );
}

async function certify([program = '', ...args]: string[], flags: ClientFlags): Promise<void> {
  const { isInside, runInside } = await import('#client/interception/network');
  if (flags.transparent && !isInside()) {
    process.exitCode = await runInside(process.argv[1]);
    return;
  }
  const { readInterception } = await import('#client/run/options');
  const { runClient } = await import('#client/certification/run');
  const cwd = getCallerFolder();
  process.exitCode = await runClient({
    gate: { ...readInterception(flags), otherPaths: 'answer' },
    command: { words: [program, ...args], cwd, timeoutSeconds: flags.timeout },
    scenarios: flags.scenarios === undefined ? undefined : path.resolve(cwd, flags.scenarios),
    only: flags.only,
    operations: flags.operations,
    isObserved: flags.observe === true,
    argv: process.argv.slice(2),
  });
}

/** Defines the SDK gate, which reads its command line itself: the words after `--` are another command. */
export function defineSdk(command: Command): void {
  command
    .helpOption(false)
    .allowUnknownOption()
    .argument('[words...]')
    .action(async () => {
      process.argv.splice(2, 1); // the name of this command
      await import('#client/main');
    });
}
