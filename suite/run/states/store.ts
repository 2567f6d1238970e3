import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { settings } from '../context.ts';

/** A refresh token that another came for, and what came last: `root` is the digest of the one that a state gave. */
interface Carried {
  readonly root: string;
  readonly token: string;
}

const roots = new Map<string, string>();

/** What a refresh token of a state has become in earlier runs, by STATES_STORE; itself where nothing is known. */
export function carriedOn(given: string): string {
  if (settings().STATES_STORE === '') return given;
  const root = createHash('sha256').update(given).digest('hex');
  const token = stored().findLast((line) => line.root === root)?.token ?? given;
  roots.set(token, root);
  return token;
}

/** Carries a refresh token on to the next run, where it came for one that a state gave: at once, for a run may be killed. */
export function carryOn(sent: unknown, issued: unknown): void {
  const root = typeof sent === 'string' ? roots.get(sent) : undefined;
  if (root === undefined || typeof issued !== 'string' || issued === '' || issued === sent) return;
  roots.set(issued, root);
  const line: Carried = { root, token: issued };
  appendFileSync(settings().STATES_STORE, `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/** The lines of the store, but for one that a killed run cut short. */
function stored(): Carried[] {
  const { STATES_STORE } = settings();
  if (!existsSync(STATES_STORE)) return [];
  return readFileSync(STATES_STORE, 'utf8').split('\n').flatMap(carriedIn);
}

function carriedIn(line: string): Carried[] {
  try {
    const { root, token } = Object(JSON.parse(line));
    return typeof root === 'string' && typeof token === 'string' ? [{ root, token }] : [];
  } catch {
    return [];
  }
}
