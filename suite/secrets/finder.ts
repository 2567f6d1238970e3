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

/** The forms by how they begin, and a sieve that most places of a text fall through without a look at them. */
interface Openings {
  readonly forms: Map<string, Form[]>;
  readonly sieve: Uint8Array;
}

const SIEVE = 2 ** 16;

/** A finder that knows nothing yet; `write` says how the searched texts are made of the forms (bytes as latin1). */
export function createFinder(write: (form: string) => string = (form) => form): Finder {
  const secrets = new Set<string>();
  const openings: Openings = { forms: new Map(), sieve: new Uint8Array(SIEVE) };
  const learn = (secret: string) => {
    if (secret.length < SHORTEST || secret.length > LONGEST || secrets.has(secret)) return false;
    secrets.add(secret);
    for (const form of formsOf(secret)) add(openings, { form: write(form), secret });
    return true;
  };
  return { learn, find: (text) => search(openings, text) };
}

function add({ forms, sieve }: Openings, added: Form): void {
  const opening = added.form.slice(0, SHORTEST);
  const known = forms.get(opening) ?? [];
  if (known.some(({ form }) => form === added.form)) return;
  const longestFirst = [...known, added].sort((a, b) => b.form.length - a.form.length);
  forms.set(opening, longestFirst);
  sieve[cellOf(opening, 0)] = 1;
}

function* search({ forms, sieve }: Openings, text: string): Generator<Found> {
  if (forms.size === 0) return;
  for (let at = 0; at + SHORTEST <= text.length; at += 1) {
    if (sieve[cellOf(text, at)] === 0) continue;
    const own = forms.get(text.slice(at, at + SHORTEST));
    const found = own?.find(({ form }) => text.startsWith(form, at));
    if (found === undefined) continue;
    yield { at, ...found };
    at += found.form.length - 1;
  }
}

/** The cell of the sieve for the three characters at a place. */
function cellOf(text: string, at: number): number {
  return (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) % SIEVE;
}
