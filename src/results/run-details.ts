import { endpoints } from '#api/operations';
import type { RegisteredRequirement } from '#api/requirement';
import { states } from '#api/states';
import type { FailedTeardown } from '#run/channel-table';
import { readChannel } from '#run/channels';
import { settings } from '#run/context';
import { judgingSet } from '#run/judging-set';
import { runWaivers } from '#run/waivers';
import { type Answers, answersOf, ledgerFile, type RunAnswers, readLedger } from './ledger/answers.ts';
import { type Drift, driftOf } from './ledger/comparison.ts';
import { observedOf, seenInRun, type Times, timesOf } from './ledger/observations.ts';
import { completeEndpoints, hasAllTests, type Selection } from './selection.ts';
import type { RequirementOutcome } from './verdict.ts';
import { judgeWaivers, type WaiverOutcome } from './waivers.ts';

export interface RunDetails {
  readonly depth: RunAnswers['depth'];
  readonly complete: readonly string[];
  /** Behaviour of each operation that was seen and not asserted, by operation and title. */
  readonly observed: Answers;
  readonly requests: Readonly<Record<string, number>>;
  readonly states: Readonly<Record<string, readonly string[]>>;
  /** The states that could not be ended again, where there are any; no test fails of it. */
  readonly failedTeardowns?: readonly FailedTeardown[];
  readonly times: Readonly<Record<string, Times>>;
  readonly set: string;
  readonly waivers: readonly WaiverOutcome[];
  /** The differences from the ledger of the target; null if it has none. */
  readonly drift: Drift | null;
}

/** Adds up what the workers recorded, and compares it with the waivers and the ledger of the target. */
export function collectRunDetails(
  register: readonly RegisteredRequirement[],
  requirements: readonly RequirementOutcome[],
  selection: Pick<Selection, 'wanted' | 'part'>,
  target: string,
): RunDetails {
  const observations = seenInRun();
  const complete = completeEndpoints(requirements, selection);
  const found = { depth: settings().DEPTH, complete, observed: observedOf(observations) };
  const ledger = readLedger(target);
  const run = answersOf({ target: { name: target }, ...found, requirements });
  return {
    ...found,
    requests: requestsSent(),
    states: statesTaken(),
    ...failedTeardowns(),
    times: timesOf(observations),
    set: judgingSet(),
    waivers: judgeWaivers(runWaivers(), requirements, hasAllTests(selection.wanted)),
    drift: ledger ? { ledger: ledgerFile(target), ...driftOf(ledger, run, register) } : null,
  };
}

function requestsSent(): RunDetails['requests'] {
  const all = readChannel('requests');
  return Object.fromEntries(endpoints.map((name) => [name, all.filter((line) => line === name).length]));
}

function statesTaken(): Record<string, string[]> {
  const lines = readChannel('states');
  const idsOf = (state: string) => [...new Set(lines.filter(([name]) => name === state).map(([, id]) => id))].sort();
  return Object.fromEntries(Object.keys(states).map((state) => [state, idsOf(state)]));
}

/** Returns each way in which a state could not be ended once, by the names of the states. */
function failedTeardowns(): Pick<RunDetails, 'failedTeardowns'> {
  const lines = new Map(readChannel('failed teardowns').map((line) => [JSON.stringify(line), line]));
  const sorted = [...lines.keys()].sort().flatMap((key) => lines.get(key) ?? []);
  return sorted.length > 0 ? { failedTeardowns: sorted } : {};
}
