import { AsyncLocalStorage } from 'node:async_hooks';

type Note = () => void;

const kept = new AsyncLocalStorage<Note[] | undefined>();

/** What was started ahead of its turn. */
export interface Turn<T> {
  /** Settles when it is done, before its turn or after; never rejects. */
  readonly done: Promise<unknown>;
  /** Takes the turn: writes down what was kept for it, and gives what came of it. */
  readonly take: () => Promise<T>;
}

/** Writes down what belongs to the running test: at once, or in its turn where it was started ahead of it. */
export function inOrder(note: Note): void {
  const notes = kept.getStore();
  if (notes) notes.push(note);
  else note();
}

/** Runs something whose notes are written down at once, even ahead of its turn: whoever runs it looks at them. */
export function atOnce<T>(run: () => T): T {
  return kept.run(undefined, run);
}

/** Starts something ahead of its turn: what it writes down is kept until then. */
export function ahead<T>(start: () => Promise<T>): Turn<T> {
  const notes: Note[] = [];
  const result = kept.run(notes, start);
  const done = result.then(
    () => undefined,
    () => undefined,
  );
  const take = async () => {
    await done;
    for (const note of notes) note();
    return result;
  };
  return { done, take };
}
