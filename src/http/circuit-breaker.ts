import { appendToChannel, type CircuitEvent, readChannel } from '#run/channels';
import { skipTest } from '#run/skip';

const IN_A_ROW = 3;

export type CircuitBreaker = Readonly<ReturnType<typeof createCircuitBreaker>>;

/** Creates the breaker of a target; `preflight` returns why it shows no sign of life, `atOnce` asks for it first. */
export function createCircuitBreaker(baseUrl: string, preflight: () => Promise<string | undefined>, atOnce: boolean) {
  const readEvents = () => readChannel('circuit').filter(({ of }) => of === baseUrl);
  const giveUp = (reason: string) => appendToChannel('circuit', { of: baseUrl, event: 'gone', reason });
  const askFirst = async () => {
    if (!atOnce || readEvents().some(({ event }) => event === 'there' || event === 'gone')) return;
    const reason = await preflight();
    if (reason === undefined) appendToChannel('circuit', { of: baseUrl, event: 'there' });
    else giveUp(reason);
  };
  let first: Promise<void> | undefined;
  return {
    /** Ends the test where the run has stopped asking; before the first request of a run it asks for a sign of life. */
    check: async (asked?: string) => {
      first ??= askFirst();
      await first;
      const reason = findStopReason(readEvents(), asked);
      if (reason !== undefined) skipTest({ kind: 'outage', words: reason });
    },
    /** Records a failed request; after some in a row the run stops asking this operation, or the target. */
    recordLoss: async (asked: string) => {
      appendToChannel('circuit', { of: baseUrl, event: 'lost', asked });
      if (countLost(readEvents(), asked) < IN_A_ROW) return;
      const words = `unreachable ${IN_A_ROW} times in a row`;
      const reason = await preflight();
      if (reason !== undefined) return giveUp(`the target was ${words}: ${reason}`);
      const stopped = `${asked} was ${words}, while other operations respond`;
      appendToChannel('circuit', { of: baseUrl, event: 'stopped', asked, reason: stopped });
    },
    recordResponse: (asked: string) => {
      if (countLost(readEvents(), asked) > 0) appendToChannel('circuit', { of: baseUrl, event: 'answered', asked });
    },
  };
}

function findStopReason(events: readonly CircuitEvent[], asked: string | undefined): string | undefined {
  const stopped = events.find((row) => row.event === 'stopped' && row.asked === asked);
  const last = events.find(({ event }) => event === 'gone') ?? stopped;
  return last && 'reason' in last ? last.reason : undefined;
}

function countLost(events: readonly CircuitEvent[], asked: string): number {
  const tries = events.filter((row) => 'asked' in row && row.asked === asked && row.event !== 'stopped');
  return tries.length - 1 - tries.findLastIndex(({ event }) => event !== 'lost');
}
