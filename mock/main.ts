import { optionsFrom, usualPort } from './options.ts';
import { startProvider } from './server.ts';

try {
  const { baseUrl, statesUrl, close } = await startProvider(optionsFrom(process.env));
  console.log(`The embedded provider is ready: BASE_URL=${baseUrl} PROVIDER_STATES_URL=${statesUrl}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, close);
} catch (error) {
  console.error(sentence(error));
  process.exitCode = 1;
}

function sentence(error: unknown): string {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (inUse)
    return `Port ${process.env.PORT ?? usualPort} is in use: set PORT to a free one, or to 0 for any.`;
  return error instanceof Error ? error.message : String(error);
}
