import { AsyncLocalStorage } from 'node:async_hooks';

type Note = () => void;

/** One of several cases of a test, which run concurrently and are judged in order. */
interface Case {
  readonly name: string | undefined;
  readonly notes: Note[];
  readonly turn: Promise<void>;
  readonly arrive: () => void;
  isTurn: boolean;
}

/** A case that has started. */
export interface StartedCase<T> {
  /** Settles when the case waits for its turn. */
  readonly arrived: Promise<void>;
  /** Gives the case its turn and waits for its end. */
  readonly finish: () => Promise<T>;
}

const cases = new AsyncLocalStorage<Case | undefined>();

/** Records what belongs to the running test: in the turn of a case, at once outside of one. */
export function writeInOrder(note: Note): void {
  const own = cases.getStore();
  if (own && !own.isTurn) own.notes.push(note);
  else note();
}

/** Runs something outside of the order of cases, because its caller reads what it records. */
export function writeImmediately<T>(run: () => T): T {
  return cases.run(undefined, run);
}

/** Returns the name of the running case. */
export function caseName(): string | undefined {
  return cases.getStore()?.name;
}

/** Waits until all earlier cases of the test have ended, then records what this case has kept. */
export async function ownTurn(): Promise<void> {
  const own = cases.getStore();
  if (own === undefined || own.isTurn) return;
  own.arrive();
  await own.turn;
  own.isTurn = true;
  for (const note of own.notes.splice(0)) note();
}

/** Starts a case. It runs until it is first judged and goes on in its turn. */
export function startCase<T>(name: string | undefined, run: () => Promise<T>): StartedCase<T> {
  const arrival = newSignal();
  const turn = newSignal();
  const own: Case = { name, notes: [], turn: turn.given, arrive: arrival.give, isTurn: false };
  const ended = cases.run(own, run);
  ended.catch(() => undefined); // thrown where the case is finished
  const finish = async () => {
    turn.give();
    return ended;
  };
  return { arrived: arrival.given, finish };
}

function newSignal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
