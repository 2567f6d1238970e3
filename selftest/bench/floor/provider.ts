import { startProvider } from '#mock/server';

/** Playwright's global set-up of the floor: the provider in Playwright's own process, as in a run of the suite. */
export default async function serve(): Promise<() => Promise<void>> {
  const { baseUrl, close } = await startProvider();
  process.env.BASE_URL = baseUrl; // what Playwright hands to the workers that it starts
  return close;
}
