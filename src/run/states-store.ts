import { hkdfSync } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseJson } from '#api/exchange';
import { sha256 } from './digest.ts';
import { seal, unseal } from './process/private-folder.ts';
import type { Settings } from './settings/settings.ts';

/** A replaced refresh token and the latest one: `root` is the digest of the one that a state gave. */
interface Carried {
  readonly root: string;
  readonly token: string;
}

type Stored = Pick<Settings, 'STATES_STORE' | 'STATES_STORE_KEY'>;

export type StatesStore = ReturnType<typeof createStatesStore>;

/** Creates the store of a worker, which carries rotated refresh tokens on to the next run. */
export function createStatesStore(settings: Stored) {
  const { STATES_STORE, STATES_STORE_KEY } = settings;
  const roots = new Map<string, string>();
  /** Returns the current refresh token of a state; the given one if nothing is known. */
  const getLatestToken = (given: string) => {
    if (STATES_STORE === '') return given;
    const root = sha256(given);
    const token = readStored(settings).findLast((line) => line.root === root)?.token ?? given;
    roots.set(token, root);
    return token;
  };
  /** Stores a refresh token for the next run if it replaces one of a state: at once, since a run may be killed. */
  const storeToken = (sent: unknown, issued: unknown) => {
    const root = typeof sent === 'string' ? roots.get(sent) : undefined;
    if (root === undefined || typeof issued !== 'string' || issued === '' || issued === sent) return;
    roots.set(issued, root);
    const line: Carried = { root, token: issued };
    mkdirSync(path.dirname(STATES_STORE), { recursive: true });
    appendFileSync(STATES_STORE, `${sealText(JSON.stringify(line), STATES_STORE_KEY)}\n`, { mode: 0o600 });
  };
  return { getLatestToken, storeToken };
}

/** Throws one sentence if STATES_STORE has lines but none is readable: the run would go on with old tokens. */
export function checkStore(settings: Stored): void {
  const { STATES_STORE, STATES_STORE_KEY } = settings;
  if (readLines(STATES_STORE).length === 0 || readStored(settings).length > 0) return;
  const why = STATES_STORE_KEY === '' ? 'without STATES_STORE_KEY' : 'with this STATES_STORE_KEY';
  throw new Error(
    `STATES_STORE (${STATES_STORE}) cannot be read ${why}. Set the key that it was written with, or delete it and provide a new refresh token.`,
  );
}

/** Returns the lines of the store, except for one that a killed run cut short. */
function readStored({ STATES_STORE, STATES_STORE_KEY }: Stored): Carried[] {
  return readLines(STATES_STORE).flatMap((line) => parseCarried(unsealText(line, STATES_STORE_KEY)));
}

function readLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

function parseCarried(line = ''): Carried[] {
  const { root, token } = Object(parseJson(line));
  return typeof root === 'string' && typeof token === 'string' ? [{ root, token }] : [];
}

/** Returns a text that only a holder of the key can read or change; the text itself if there is no key. */
export function sealText(text: string, key: string): string {
  return key === '' ? text : seal(text, deriveKey(key));
}

/** Returns the text that was sealed with the key; undefined if it was not, or was changed since. */
export function unsealText(line: string, key: string): string | undefined {
  return key === '' ? line : unseal(line, deriveKey(key));
}

/** Returns the key; it is random (src/run/settings/setting-kinds.ts), so nothing slows its guessing down. */
function deriveKey(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'payments-conformance states store', 32));
}
