import { formsOf, LONGEST, SHORTEST } from './forms.ts';

/** A secret in one of its forms. */
interface Form {
  readonly form: string;
  readonly secret: string;
}

/** A secret that was found in a text, where and in which form. */
export interface Found extends Form {
  readonly at: number;
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
  const byOpening = new Map<string, Form[]>();
  const learn = (secret: string) => {
    if (secret.length < SHORTEST || secret.length > LONGEST || secrets.has(secret)) return false;
    secrets.add(secret);
    for (const form of formsOf(secret)) add(byOpening, { form: write(form), secret });
    return true;
  };
  return { learn, find: (text) => search(byOpening, text) };
}

function add(byOpening: Map<string, Form[]>, added: Form): void {
  const opening = added.form.slice(0, SHORTEST);
  const forms = byOpening.get(opening) ?? [];
  if (forms.some(({ form }) => form === added.form)) return;
  const longestFirst = [...forms, added].sort((a, b) => b.form.length - a.form.length);
  byOpening.set(opening, longestFirst);
}

function* search(byOpening: ReadonlyMap<string, readonly Form[]>, text: string): Generator<Found> {
  if (byOpening.size === 0) return;
  let at = 0;
  while (at + SHORTEST <= text.length) {
    const forms = byOpening.get(text.slice(at, at + SHORTEST));
    const found = forms?.find(({ form }) => text.startsWith(form, at));
    if (found !== undefined) yield { at, ...found };
    at += found?.form.length ?? 1;
  }
}
