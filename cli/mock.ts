import { type Command, Option } from 'commander';
import { optionsFrom, usualPort } from '../mock/options.ts';
import { startProvider } from '../mock/server.ts';
import { environment } from '../suite/run/context.ts';

/** The embedded provider, until it is interrupted. */
export function define(command: Command): void {
  command
    .addOption(new Option('--port <number>', `its port, 0 for any free one (PORT, ${usualPort})`))
    .addOption(new Option('--variation <number>', 'which open choices it takes (MOCK_VARIATION, 0)'))
    .addOption(new Option('--fault <name>', 'a fault that it has, see docs/faults.md (MOCK_FAULT)'))
    .action(serve);
}

interface Flags {
  readonly port?: string;
  readonly variation?: string;
  readonly fault?: string;
}

async function serve({ port, variation, fault }: Flags): Promise<void> {
  const { PORT = '', MOCK_VARIATION, MOCK_FAULT } = environment();
  const wanted = optionsFrom({
    PORT: port ?? PORT,
    MOCK_VARIATION: variation ?? MOCK_VARIATION,
    MOCK_FAULT: fault ?? MOCK_FAULT,
  });
  const { baseUrl, statesUrl, close } = await startProvider(wanted).catch((error: unknown) => {
    throw isInUse(error)
      ? new Error(`Port ${wanted.port} is in use: set PORT to a free one, or to 0 for any.`)
      : error;
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, close);
  console.log(`The embedded provider is ready: BASE_URL=${baseUrl} PROVIDER_STATES_URL=${statesUrl}`);
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
