import { memberOf } from '../core/exchange.ts';
import type { Lines } from '../run/channel-table.ts';
import { append, read } from '../run/channels.ts';

/** Where something said that a token is live: the target of itself, or whoever prepared its states. */
export type Witness = Lines['live'];

const seen = new Set<Witness>();

/** Notes for the whole run that a JSON value of a witness says live_mode true (2.2). */
export function noteLive(witness: Witness, json: unknown): void {
  if (!isTrue(memberOf(json, 'live_mode')) || seen.has(witness)) return;
  seen.add(witness);
  append('live', witness);
}

/** Whether any worker of the run has noted it. */
export function isLive(witness: Witness): boolean {
  if (!seen.has(witness) && read('live').includes(witness)) seen.add(witness);
  return seen.has(witness);
}

/** The variable that declares live tokens: LIVE=1, or STATE_AN_ACCESS_TOKEN__LIVE_MODE=true. */
export function declaredIn(written: Readonly<Record<string, string>>): string | undefined {
  const names = Object.keys(written).filter((name) => /^(?:LIVE|STATE_\w+__LIVE_MODE)$/.test(name));
  return names.sort().find((name) => !['', '0', 'false', 'no'].includes(plain(written[name] ?? '')));
}

function isTrue(value: unknown): boolean {
  return ['true', '1'].includes(plain(String(value)));
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}
