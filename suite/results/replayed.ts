import path from 'node:path';
import { read } from '../run/channels.ts';
import type { RunContext } from '../run/context.ts';

/** What of a recording a result stands on. */
export interface Replayed {
  /** The run that was recorded, when it started, and the suite that made it. */
  readonly run: string;
  readonly recorded: string;
  readonly suite: { readonly version: string; readonly commit: string; readonly register: string };
  readonly file: string;
  /** How many requests this suite would have sent that the recording has not. */
  readonly unrecorded: number;
}

/** What a result says of itself where the run is a replay. */
export function replayedIn({ replay }: Pick<RunContext, 'replay'>): { readonly replay?: Replayed } {
  if (!replay) return {};
  const { run, started: recorded, suite, file } = replay;
  const unrecorded = read('unrecorded').length;
  return { replay: { run, recorded, suite, file: path.relative('', file), unrecorded } };
}

/** What a replay is, and what of it is not in its recording. */
export function replayWords({ run, recorded, unrecorded }: Replayed): string {
  const lacks = unrecorded > 0 ? `, and lacks ${unrecorded} of the requests of this suite` : '';
  return `a replay that sent nothing: the recording is of run ${run}, ${recorded.slice(0, 10)}${lacks}`;
}
