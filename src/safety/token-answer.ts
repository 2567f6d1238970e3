import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, isSuccess, memberOf } from '#api/exchange';
import type { Lines } from '#run/channel-table';
import { append, read } from '#run/channels';

/** Where something said that a token is live: the target of itself, or whoever prepared its states. */
type Witness = Lines['live'];

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

/** Asks the target for a token with a grant that it has a state for; undefined where there is none, or all are refused. */
export type AskToken = () => Promise<unknown>;

const POLL = 50;

let asking: Promise<void> | undefined;
let hasNoted = false;

/** Notes for the whole run that a token was issued, and whether it says that it is live. */
export function noteToken({ status, json }: Pick<Answer, 'status' | 'json'>): void {
  noteLive('answered', json);
  if (hasNoted || !isSuccess(status)) return;
  hasNoted = true;
  append('token answer', { event: 'seen' });
}

/** Goes on when the run has seen a token answer or knows that none can be had: one worker asks, the others wait for it. */
export function awaitToken(ask: AskToken): Promise<void> {
  asking ??= settle(ask).finally(() => {
    asking = undefined;
  });
  return asking;
}

/** Whether no token answer was seen in the run, and none can be had. */
export function isUnseen(): boolean {
  const told = read('token answer');
  return told.some(({ event }) => event === 'none') && !told.some(({ event }) => event === 'seen');
}

async function settle(ask: AskToken): Promise<void> {
  while (!isSettled()) {
    if (asker() === undefined) append('token answer', { event: 'asked', by: process.pid });
    if (asker() === process.pid) await askForAll(ask);
    else await pause(POLL);
  }
}

async function askForAll(ask: AskToken): Promise<void> {
  try {
    const answer = await ask();
    append('token answer', { event: answer === undefined ? 'none' : 'seen' });
  } catch (error) {
    append('token answer', { event: 'failed', by: process.pid });
    throw error;
  }
}

function isSettled(): boolean {
  return read('token answer').some(({ event }) => event === 'seen' || event === 'none');
}

/** The process that asks for all: the first since the last failure that is still there. */
function asker(): number | undefined {
  const told = read('token answer');
  const since = told.slice(told.findLastIndex(({ event }) => event === 'failed') + 1);
  return since.flatMap((line) => ('by' in line && isAlive(line.by) ? [line.by] : []))[0];
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
