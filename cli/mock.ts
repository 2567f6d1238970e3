import { type Command, Option } from 'commander';
import { readProviderOptions, startProvider, usualPort } from '#mock/server';
import { environment } from '#run/context';

/** Serves the embedded provider until it is interrupted. */
export function define(command: Command): void {
  command
    .addOption(new Option('--port <number>', `its port, 0 for any free one (PORT, ${usualPort})`))
    .addOption(new Option('--address <ip>', 'address to listen on; 0.0.0.0 in a container').default('127.0.0.1'))
    .addOption(
      new Option('--variation <number>', 'number of its choices where the reference is silent (MOCK_VARIATION, 0)'),
    )
    .addOption(new Option('--fault <name>', 'a fault for demonstrations (MOCK_FAULT)'))
    .action(serve);
}

interface Flags {
  readonly address: string;
  readonly port?: string;
  readonly variation?: string;
  readonly fault?: string;
}

async function serve({ address, port, variation, fault }: Flags): Promise<void> {
  const { PORT = '', MOCK_VARIATION, MOCK_FAULT } = environment();
  const options = readProviderOptions({
    PORT: port ?? PORT,
    MOCK_VARIATION: variation ?? MOCK_VARIATION,
    MOCK_FAULT: fault ?? MOCK_FAULT,
  });
  const { baseUrl, statesUrl, close } = await startProvider({ ...options, address }).catch((error: unknown) => {
    throw new Error(describeFailure(error, options.port, address));
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, close);
  console.log(`The embedded provider is ready: BASE_URL=${baseUrl} PROVIDER_STATES_URL=${statesUrl}`);
}

function describeFailure(error: unknown, port: number | undefined, address: string): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Use another PORT, or 0 for any free one.`;
  const isElsewhere = code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND';
  return isElsewhere
    ? `--address is "${address}", which is not a local address. Use 127.0.0.1, or 0.0.0.0 for all interfaces.`
    : error.message;
}
