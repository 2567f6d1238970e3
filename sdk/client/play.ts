import type { Round } from '../replies/rounds.ts';
import { type Gate, type GateOptions, startGate } from '../run/gate.ts';
import type { Driver } from './driver.ts';
import { type Exchange, exchangeOf, type Played } from './played.ts';
import type { Scenario } from './scenario.ts';

/** A gate that keeps every request as it stood on the wire. */
export interface Watched {
  readonly gate: Gate;
  /** What came since this was asked last, in the order of its arrival. */
  readonly taken: () => Exchange[];
}

/** Opens a gate whose requests are kept for judges. */
export async function watchedGate(options: Partial<GateOptions>): Promise<Watched> {
  const kept: Exchange[] = [];
  const gate = await startGate({
    ...options,
    witness: (sent, reply, record) => kept.push(exchangeOf(sent, reply, record)),
  });
  const byArrival = (one: Exchange, other: Exchange) => one.record.number - other.record.number;
  return { gate, taken: () => kept.splice(0).sort(byArrival) };
}

/** Plays scenarios one after the other; what a client sends until it answers belongs to the one that it was asked. */
export async function playScenarios(
  scenarios: readonly Scenario[],
  driver: Driver,
  { gate, taken }: Watched,
): Promise<Played[]> {
  const played = new Map<string, Played>();
  let round: Round | undefined;
  for (const scenario of scenarios) {
    if (scenario.round !== round) await gate.begin(scenario.round);
    round = scenario.round;
    gate.reply(scenario.replies);
    taken();
    const said = await driver.ask(taskOf(scenario));
    const control = scenario.control === undefined ? undefined : played.get(scenario.control);
    played.set(scenario.id, { scenario, exchanges: taken(), said, control });
  }
  return [...played.values()];
}

function taskOf({ id, operation, input }: Scenario) {
  return { scenario: id, operation, input };
}
