import { type Command, Option } from 'commander';
import { withDemoFaults } from '#mock/demo-faults';
import { readProviderOptions, startProvider, usualPort } from '#mock/server';
import { changeContext, environment, settings } from '#run/context';
import { describeListenError } from '#run/process/command-errors';
import { toMessage } from '#run/process/output';

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

type Flags = Readonly<Partial<Record<'port' | 'variation' | 'fault', string>>> & { readonly address: string };

async function serve({ address, ...flags }: Flags): Promise<void> {
  const env = environment();
  const { port = env.PORT ?? '', variation = env.MOCK_VARIATION, fault = env.MOCK_FAULT } = flags;
  const options = readProviderOptions({ PORT: port, MOCK_VARIATION: variation, MOCK_FAULT: fault });
  const { baseUrl, statesUrl, close } = await startProvider({ ...options, address }).catch((error: unknown) => {
    throw new Error(describeListenError(error) ?? toMessage(error));
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, close);
  console.log(`The embedded provider is ready: BASE_URL=${baseUrl} PROVIDER_STATES_URL=${statesUrl}`);
}

/** Serves the embedded provider as Playwright's global set-up: another process would take a second to start. */
export default async function startEmbedded(): Promise<() => Promise<void>> {
  const { MOCK_VARIATION: variation, MOCK_FAULT } = settings();
  const wrap = withDemoFaults(MOCK_FAULT);
  const { baseUrl, statesUrl, close } = await startProvider({ severalSets: true, variation, wrap });
  changeContext({ settings: { ...settings(), BASE_URL: baseUrl, PROVIDER_STATES_URL: statesUrl } });
  return close;
}
