import { type ProviderOptions, startProvider } from './server.ts';

const usualPort = 4010;

try {
  const { baseUrl, statesUrl, close } = await startProvider(optionsFrom(process.env));
  console.log(`The embedded provider is ready: BASE_URL=${baseUrl} PROVIDER_STATES_URL=${statesUrl}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, close);
} catch (error) {
  console.error(sentence(error));
  process.exitCode = 1;
}

function optionsFrom(env: NodeJS.ProcessEnv): ProviderOptions {
  const { MOCK_FAULT: fault } = env;
  return {
    port: wholeNumber('PORT', env.PORT, usualPort, 65_535),
    variation: wholeNumber('MOCK_VARIATION', env.MOCK_VARIATION, 0, Number.MAX_SAFE_INTEGER),
    ...(fault ? { fault } : {}),
  };
}

function wholeNumber(name: string, text: string | undefined, usual: number, most: number): number {
  if (!text) return usual;
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw new Error(`${name} is ${JSON.stringify(text)}: set it to a whole number from 0 to ${most}.`);
}

function sentence(error: unknown): string {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (inUse)
    return `Port ${process.env.PORT ?? usualPort} is in use: set PORT to a free one, or to 0 for any.`;
  return error instanceof Error ? error.message : String(error);
}
