import { memberOf } from '../core/exchange.ts';
import { tell, told } from '../run/channels.ts';

/** Where something said that a token is live: the target of itself, or whoever prepared its states. */
export type Witness = 'declared' | 'answered';

/** The files of the run folder, so that what one worker sees holds for all. */
const LIVE: Readonly<Record<Witness, string>> = { declared: 'live-declared', answered: 'live-answered' };
const seen = new Set<Witness>();

/** Notes for the whole run that a JSON value of a witness says live_mode true (2.2). */
export function noteLive(witness: Witness, json: unknown): void {
  if (!isTrue(memberOf(json, 'live_mode')) || seen.has(witness)) return;
  seen.add(witness);
  tell(LIVE[witness], 'live');
}

/** Whether any worker of the run has noted it. */
export function isLive(witness: Witness): boolean {
  if (!seen.has(witness) && told(LIVE[witness]).length > 0) seen.add(witness);
  return seen.has(witness);
}

/** The variable that declares live tokens: LIVE=1, or STATE_AN_ACCESS_TOKEN__LIVE_MODE=true. */
export function declaredIn(environment: NodeJS.ProcessEnv): string | undefined {
  const names = Object.keys(environment).filter((name) => /^(?:LIVE|STATE_\w+__LIVE_MODE)$/.test(name));
  return names.sort().find((name) => !['', '0', 'false', 'no'].includes(plain(environment[name] ?? '')));
}

function isTrue(value: unknown): boolean {
  return ['true', '1'].includes(plain(String(value)));
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}
