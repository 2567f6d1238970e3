import { setTimeout as pause } from 'node:timers/promises';
import { getField, isSuccess, type ResponseRecord } from '#api/exchange';
import { appendToChannel, type ChannelLines, readChannel } from '#run/channels';
import { isAlive } from '#run/process/private-folder';

type Witness = ChannelLines['live'];

/** Records for the whole run that a JSON value of a witness has live_mode true (2.2). */
export function recordLiveMode(witness: Witness, json: unknown): void {
  const isSaid = ['true', '1'].includes(normalize(String(getField(json, 'live_mode'))));
  if (isSaid && !isLive(witness)) appendToChannel('live', witness);
}

/** Returns true if any worker of the run has recorded it. */
export function isLive(witness: Witness): boolean {
  return readChannel('live').includes(witness);
}

/** Returns the variable that declares live tokens, such as STATE_AN_ACCESS_TOKEN__LIVE_MODE=true. */
export function findLiveDeclaration(written: Readonly<Record<string, string>>): string | undefined {
  const names = Object.keys(written).filter((name) => /^STATE_\w+__LIVE_MODE$/.test(name));
  return names.sort().find((name) => !['', '0', 'false', 'no'].includes(normalize(written[name] ?? '')));
}

function normalize(text: string): string {
  return text.trim().toLowerCase();
}

/** Asks the target for a token with a grant that it has a state for; undefined if none is left or accepted. */
export type RequestToken = () => Promise<unknown>;

const POLL = 50;

/** Records for the whole run that a token was issued, and whether it is live. */
export function recordTokenIssued({ status, json }: Pick<ResponseRecord, 'status' | 'json'>): void {
  recordLiveMode('answered', json);
  if (isSuccess(status) && !hasEvent('seen')) appendToChannel('token answer', { event: 'seen' });
}

/** Creates a wait until the run has seen a token response or cannot get one: one worker asks, the others wait for it. */
export function createTokenCheck(): (ask: RequestToken) => Promise<void> {
  let asking: Promise<void> | undefined;
  return (ask) => {
    asking ??= settle(ask).finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

/** Returns true if the run has seen no token response and cannot get one. */
export function hasNoTokenResponse(): boolean {
  return hasEvent('none') && !hasEvent('seen');
}

function hasEvent(event: ChannelLines['token answer']['event']): boolean {
  return readChannel('token answer').some((line) => line.event === event);
}

async function settle(ask: RequestToken): Promise<void> {
  while (!hasEvent('seen') && !hasEvent('none')) {
    if (findAsker() === undefined) appendToChannel('token answer', { event: 'asked', by: process.pid });
    if (findAsker() === process.pid) await askForAll(ask);
    else await pause(POLL);
  }
}

async function askForAll(ask: RequestToken): Promise<void> {
  try {
    appendToChannel('token answer', { event: (await ask()) === undefined ? 'none' : 'seen' });
  } catch (error) {
    appendToChannel('token answer', { event: 'failed', by: process.pid });
    throw error;
  }
}

/** Returns the process that asks for all: the first since the last failure that is still alive. */
function findAsker(): number | undefined {
  const lines = readChannel('token answer');
  const since = lines.slice(lines.findLastIndex(({ event }) => event === 'failed') + 1);
  return since.flatMap((line) => ('by' in line && isAlive(line.by) ? [line.by] : []))[0];
}
