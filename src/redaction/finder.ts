import { LONGEST_SECRET, listEncodedForms, SHORTEST_SECRET } from './forms.ts';
import { createDecoder, toCanonicalText } from './readings.ts';

interface Form {
  readonly form: string;
  readonly secret: string;
}

interface Found extends Form {
  readonly at: number;
}

/** Finds secrets in texts, in whatever form, in one pass however many they are. */
export type Finder = Readonly<ReturnType<typeof createFinder>>;

/** The forms by their beginning, and a sieve that excludes most of a text quickly. */
interface Openings {
  readonly forms: Map<string, Map<string, Form>>;
  readonly sieve: Uint8Array;
}

const SIEVE = 2 ** 20;

/** The sieve knows every run of so many characters in the opening of a form: one of a few runs of a text is enough. */
const RUN = 4;
const STRIDE = SHORTEST_SECRET - RUN + 1;

/** Minimum length of a part of a secret that no text holds by chance: such a part alone reveals the secret. */
const TELLING = 12;

/** `unread`: the text holds more than is read. */
type HiddenSecret = 'nothing' | 'a secret' | 'unread';

/** Finds secrets in a text in ways that no list of forms has: decoded, spaced, split, cut short. */
export function createUndecoder(): { learn: (secret: string) => boolean; hides: (text: string) => HiddenSecret } {
  const known = createFinder((form) => form, getParts);
  const decode = createDecoder();
  let isAny = false;
  const learn = (secret: string) => {
    const isNew = known.learn(secret);
    isAny ||= isNew;
    return isNew;
  };
  const hides = (text: string) => {
    if (!isAny || text.length < TELLING) return 'nothing';
    const { found, isAll } = decode(text);
    if (found.some((reading) => !known.find(reading).next().done)) return 'a secret';
    return isAll ? 'nothing' : 'unread';
  };
  return { learn, hides };
}

/** Returns the revealing parts of a secret, in canonical text: its first half, parts of the rest, the ends reversed. */
function getParts(secret: string): string[] {
  const whole = toCanonicalText(secret);
  if (whole.length < TELLING) return [];
  const part = TELLING + 4;
  const head = whole.slice(0, Math.max(part, Math.ceil(whole.length / 2)));
  const first = Math.ceil(whole.length / 3); // what stands before may be the same in every token of a client
  const step = Math.max(4, Math.ceil((whole.length - first) / 6));
  const parts = Array.from({ length: 6 }, (_, at) => whole.slice(first + at * step, first + at * step + part));
  const ends = [head, whole.slice(-part)];
  const reversed = ends.map((end) => [...end].reverse().join(''));
  return [...ends, ...reversed, ...parts.filter(({ length }) => length === part)];
}

/** Creates an empty finder; `write` returns a form as the searched texts hold it (bytes as latin1). */
export function createFinder(
  write: (form: string) => string = (form) => form,
  forms: (secret: string) => Iterable<string> = listEncodedForms,
) {
  const secrets = new Set<string>();
  const openings: Openings = { forms: new Map(), sieve: new Uint8Array(SIEVE) };
  /** Returns false where the secret is too short or too long to be one, or was known before. */
  const learn = (secret: string) => {
    if (secret.length < SHORTEST_SECRET || secret.length > LONGEST_SECRET || secrets.has(secret)) return false;
    secrets.add(secret);
    for (const form of forms(secret)) add(openings, { form: write(form), secret });
    return true;
  };
  return { learn, find: (text: string) => search(openings, text), knows: (secret: string) => secrets.has(secret) };
}

function add({ forms, sieve }: Openings, added: Form): void {
  const opening = added.form.slice(0, SHORTEST_SECRET);
  const known = forms.get(opening) ?? new Map<string, Form>();
  if (!known.has(added.form)) known.set(added.form, added);
  forms.set(opening, known);
  for (let at = 0; at < STRIDE; at += 1) sieve[getCell(opening, at)] = 1;
}

function* search({ forms, sieve }: Openings, text: string): Generator<Found> {
  if (forms.size === 0) return;
  let from = 0; // behind what was found last
  for (let at = STRIDE - 1; at + RUN <= text.length; at += STRIDE) {
    if (sieve[getCell(text, at)] === 0) continue;
    const found = findFirst(forms, text, Math.max(from, at - STRIDE + 1), at);
    if (found === undefined) continue;
    yield found;
    from = found.at + found.form.length;
  }
}

/** Returns the first form that begins at one of a few places, and the longest one at its place. */
function findFirst(forms: Openings['forms'], text: string, first: number, last: number): Found | undefined {
  for (let at = first; at <= last; at += 1) {
    const candidates = forms.get(text.slice(at, at + SHORTEST_SECRET));
    if (candidates === undefined) continue;
    const found = [...candidates.values()].filter(({ form }) => text.startsWith(form, at));
    const longest = found.sort((a, b) => b.form.length - a.form.length)[0];
    if (longest !== undefined) return { at, ...longest };
  }
  return undefined;
}

/** Creates a quick check of texts: false for one that is no part of `whole`. */
export function createSieve(whole: string): (text: string) => boolean {
  const sieve = new Uint8Array(SIEVE);
  for (let at = 0; at + RUN <= whole.length; at += 1) sieve[getCell(whole, at)] = 1;
  return (text) => {
    for (let at = 0; at + RUN <= text.length; at += 1) if (sieve[getCell(text, at)] === 0) return false;
    return true;
  };
}

/** Returns the cell of the sieve for the run of characters at a place. */
function getCell(text: string, at: number): number {
  let cell = 0;
  for (let place = at; place < at + RUN; place += 1) cell = (cell * 31 + text.charCodeAt(place)) % SIEVE;
  return cell;
}
