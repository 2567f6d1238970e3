import { AsyncLocalStorage } from 'node:async_hooks';

type Write = () => void;

/** A case of a test, which runs concurrently with others and is judged in order. */
interface Case {
  /** The name that its row gives it; empty if it gives none. */
  readonly name: string;
  readonly title: string;
  readonly writes: Write[];
  readonly turn: Signal;
  readonly arrival: Signal;
  isTurn: boolean;
}

export type StartedCase<T> = ReturnType<typeof startCase<T>>;

const cases = new AsyncLocalStorage<Case | undefined>();

/** Records what belongs to the running test: in the turn of a case, immediately outside of one. */
export function writeInOrder(write: Write): void {
  const current = cases.getStore();
  if (current && !current.isTurn) current.writes.push(write);
  else write();
}

/** Runs something outside of the order of cases, because its caller reads what it records. */
export function writeImmediately<T>(run: () => T): T {
  return cases.run(undefined, run);
}

export function getCase(): Pick<Case, 'name' | 'title'> | undefined {
  return cases.getStore();
}

/** Waits until all earlier cases of the test have ended, then records what this case has kept. */
export async function awaitTurn(): Promise<void> {
  const current = cases.getStore();
  if (current === undefined || current.isTurn) return;
  current.arrival.give();
  await current.turn.given;
  current.isTurn = true;
  for (const write of current.writes.splice(0)) write();
}

/** Starts a case: `arrived` settles when it waits for its turn to be judged, `finish` gives it and awaits the end. */
export function startCase<T>({ name, title }: Pick<Case, 'name' | 'title'>, run: () => Promise<T>) {
  const added: Case = { name, title, writes: [], turn: createSignal(), arrival: createSignal(), isTurn: false };
  const ended = cases.run(added, run);
  ended.catch(() => undefined); // thrown where the case is finished
  const finish = async () => {
    added.turn.give();
    return ended;
  };
  return { arrived: added.arrival.given, finish };
}

type Signal = ReturnType<typeof createSignal>;

function createSignal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
