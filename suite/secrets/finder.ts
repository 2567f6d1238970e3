import { formsOf, LONGEST, SHORTEST } from './forms.ts';

/** A secret that was found in a text: where, and the form in which it stands there. */
export interface Found {
  readonly at: number;
  readonly form: string;
}

/** Knows secrets and finds them in texts, in whatever form, in one pass however many they are. */
export interface Finder {
  /** False where the secret is too short or too long to be one, or was known before. */
  readonly learn: (secret: string) => boolean;
  /** The secrets in a text from left to right, at each place the longest. */
  readonly find: (text: string) => Generator<Found>;
}

/** A finder that knows nothing yet; `write` says how the searched texts are made of the forms (bytes as latin1). */
export function createFinder(write: (form: string) => string = (form) => form): Finder {
  const secrets = new Set<string>();
  const byOpening = new Map<string, string[]>();
  const learn = (secret: string) => {
    if (secret.length < SHORTEST || secret.length > LONGEST || secrets.has(secret)) return false;
    secrets.add(secret);
    for (const form of formsOf(secret)) add(byOpening, write(form));
    return true;
  };
  return { learn, find: (text) => search(byOpening, text) };
}

function add(byOpening: Map<string, string[]>, form: string): void {
  const opening = form.slice(0, SHORTEST);
  const forms = byOpening.get(opening) ?? [];
  if (forms.includes(form)) return;
  byOpening.set(
    opening,
    [...forms, form].sort((a, b) => b.length - a.length),
  );
}

function* search(byOpening: ReadonlyMap<string, readonly string[]>, text: string): Generator<Found> {
  if (byOpening.size === 0) return;
  let at = 0;
  while (at + SHORTEST <= text.length) {
    const forms = byOpening.get(text.slice(at, at + SHORTEST));
    const form = forms?.find((candidate) => text.startsWith(candidate, at));
    if (form !== undefined) yield { at, form };
    at += form?.length ?? 1;
  }
}
