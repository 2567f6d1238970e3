import { type TestInfo, test } from '@playwright/test';

/** Gives the running test the time that it waits for others, so that neither a throttle nor a slow target ends it. */
export function giveTime(milliseconds: number): void {
  const testInfo = running();
  if (testInfo && testInfo.timeout > 0) testInfo.setTimeout(testInfo.timeout + Math.ceil(milliseconds));
}

/** The running test; there is none where a worker ends what it shares among its tests. */
export function running(): TestInfo | undefined {
  try {
    return test.info();
  } catch {
    return undefined;
  }
}
