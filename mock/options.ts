import type { ProviderOptions } from './server.ts';

export const usualPort = 4010;

/** What a provider is started with, from the variables PORT, MOCK_VARIATION and MOCK_FAULT; throws where one is no number. */
export function optionsFrom(env: NodeJS.ProcessEnv): ProviderOptions {
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
