import { AsyncLocalStorage } from 'node:async_hooks';
import path from 'node:path';
import { type TestInfo, test } from '@playwright/test';
import { endpointOfFile } from '#api/operations';

/** Returns the running test; undefined if a worker ends what its tests share. */
export function getRunningTest(): TestInfo | undefined {
  try {
    return test.info();
  } catch {
    return undefined;
  }
}

/** Extends the timeout of the running test by the time that it waits for others. */
export function extendTimeout(milliseconds: number): void {
  const testInfo = getRunningTest();
  if (testInfo && testInfo.timeout > 0) testInfo.setTimeout(testInfo.timeout + Math.ceil(milliseconds));
}

/** Returns the name of the running test, the same in a checkout (.ts), in the package (.js) and in any project. */
export function nameTest(): string {
  const testInfo = getRunningTest();
  if (!testInfo) return 'between tests';
  const { file, title, retry } = testInfo;
  const place = `${endpointOfFile(file)}/${path.basename(file).replace(/\.[jt]s$/, '')}: ${title}`;
  return retry === 0 ? place : `${place}, again ${retry}`;
}

const scopes = new AsyncLocalStorage<string>();
const SHARED = 'shared by tests: ';

/** Runs what belongs to a row of the running test, whose requests are replayed apart from those of other rows. */
export function runInRow<T>(index: number, run: () => T): T {
  return scopes.run(`${getScope()}, row ${index + 1}`, run);
}

/** Runs what several tests share, whichever of them asks first. */
export function runShared<T>(name: string, run: () => T): T {
  return scopes.run(`${SHARED}${name}`, run);
}

/** Returns the test, or the row of it, or what tests share, for which a request is sent; the same in every run. */
export function getScope(): string {
  return scopes.getStore() ?? nameTest();
}

/** Returns true if what was sent in a scope belongs to several tests. */
export function isShared(scope: string): boolean {
  return scope.startsWith(SHARED);
}
