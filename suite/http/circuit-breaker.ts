import { createHash } from 'node:crypto';
import { tell, told } from '../run/channels.ts';
import { stop } from '../run/stop.ts';

/** After so many failures in a row, over all workers, the run stops asking. */
const IN_A_ROW = 3;

/** The file of the run folder that says why the run stopped asking its target. */
const UNREACHABLE = 'unreachable';

/** What the workers of a run tell each other of whether a target is there. */
export interface Lifeline {
  /** Ends the test where the run has stopped asking; before the first request of a run it asks for a sign of life. */
  readonly check: (asked?: string) => Promise<void>;
  /** Counts a request that was in vain; after some in a row the run stops asking this operation, or the target. */
  readonly lost: (asked: string) => Promise<void>;
  readonly answered: (asked: string) => void;
}

/** The lifeline to one target; `preflight` says why there is no sign of life, `atOnce` whether it is asked for first. */
export function createLifeline(
  baseUrl: string,
  preflight: () => Promise<string | undefined>,
  atOnce: boolean,
): Lifeline {
  const file = (name: string) => `${name}-${createHash('sha256').update(baseUrl).digest('hex').slice(0, 12)}`;
  const giveUp = (reason: string) => {
    tell(file('gone'), reason);
    tell(UNREACHABLE, reason);
  };
  const askFirst = async () => {
    if (!atOnce || told(file('there')).length > 0 || told(file('gone')).length > 0) return;
    const reason = await preflight();
    if (reason === undefined) tell(file('there'), 'there');
    else giveUp(reason);
  };
  let first: Promise<void> | undefined;
  return {
    check: async (asked) => {
      first ??= askFirst();
      await first;
      const [reason] = [...told(file('gone')), ...(asked ? told(file(`stopped-${asked}`)) : [])];
      if (reason !== undefined) stop('inconclusive', reason);
    },
    lost: async (asked) => {
      tell(file(`lost-${asked}`), LOST);
      const rows = told(file(`lost-${asked}`));
      const inARow = rows.length - 1 - rows.findLastIndex((row) => row !== LOST);
      if (inARow < IN_A_ROW) return;
      const words = `out of reach ${IN_A_ROW} times in a row`;
      const reason = await preflight();
      if (reason !== undefined) giveUp(`the target was ${words}: ${reason}`);
      else tell(file(`stopped-${asked}`), `${asked} was ${words}, while others are answered`);
    },
    answered: (asked) => {
      if (told(file(`lost-${asked}`)).at(-1) === LOST) tell(file(`lost-${asked}`), 'answered');
    },
  };
}

const LOST = 'lost';

/** Why the run stopped asking its target; null where it did not. */
export function unreachable(): string | null {
  return told(UNREACHABLE)[0] ?? null;
}
