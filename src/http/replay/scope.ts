import { AsyncLocalStorage } from 'node:async_hooks';
import path from 'node:path';
import { endpointOfFile } from '#api/operations';
import { running } from '../grace.ts';

const scopes = new AsyncLocalStorage<string>();

/** Says how the scope begins of what tests share, so that any of them may send it. */
const SHARED = 'shared by tests: ';

/** Runs what belongs to a row of the running test: what one row sends does not mix with what the others send. */
export function inRow<T>(index: number, run: () => T): T {
  return scopes.run(`${scopeNow()}, row ${index + 1}`, run);
}

/** Runs what several tests stand on, whichever of them asks first. */
export function inShared<T>(name: string, run: () => T): T {
  return scopes.run(`${SHARED}${name}`, run);
}

/** On whose behalf a request is sent: that of a test, of one of its rows, or of all. It is the same in every run. */
export function scopeNow(): string {
  return scopes.getStore() ?? ofTest();
}

/** Returns true if what was sent in a scope belongs to several tests. */
export function isShared(scope: string): boolean {
  return scope.startsWith(SHARED);
}

/** Returns what a worker ends when it has run its tests belongs to none of them. A file is called .ts in a checkout and .js in the package. */
function ofTest(): string {
  const testInfo = running();
  if (!testInfo) return 'between tests';
  const { file, title, retry } = testInfo;
  const place = `${endpointOfFile(file)}/${path.basename(file).replace(/\.[jt]s$/, '')}: ${title}`;
  return retry === 0 ? place : `${place}, again ${retry}`;
}
