import { layouts } from '#factories/malformed';
import { inOtherCase, madeUp } from '#factories/near-misses/texts';

/** A part of a value that was made of another one: text, or a slice of the other, changed. */
type Piece = string | { readonly change: Change; readonly from: number; readonly to?: number };
type Change = keyof typeof changes;

/** The changes that a test makes to a value to send a wrong one, each with the same shell filter. */
export const changes = {
  none: { of: (text: string) => text, filter: '' },
  'made up': { of: madeUp, filter: `tr '0-9a-zA-Z' '1-90b-zaB-ZA'` },
  'other case': { of: inOtherCase, filter: `tr 'a-zA-Z' 'A-Za-z'` },
  backwards: { of: (text: string) => [...text].reverse().join(''), filter: 'rev' },
  escaped: {
    of: (text: string) => layouts.escaped(text).slice(1, -1),
    filter: `od -An -v -tx1 | tr -d ' \\n' | sed 's/../\\\\u00&/g'`,
  },
  'basic pair': {
    of: (text: string) => Buffer.from(`user:${text}`).toString('base64'),
    filter: `sed 's/^/user:/' | tr -d '\\n' | base64 | tr -d '\\n'`,
  },
} as const;
const names = Object.keys(changes).filter((name): name is Change => name in changes);

/** Minimum length of a slice, and maximum length around slices: otherwise the two values are unrelated. */
const SHORTEST_PIECE = 4;
const MOST_TEXT = 24;
const LONGEST_VALUE = 1_000;

/** Returns the pieces by which a value was made from another one; undefined if it was not. */
export function derive(value: string, base: string): readonly Piece[] | undefined {
  if (base.length < SHORTEST_PIECE || Math.max(value.length, base.length) > LONGEST_VALUE) return undefined;
  const forms = names.map((change) => ({ change, text: changes[change].of(base) }));
  const pieces: Piece[] = [];
  let around = 0;
  for (let at = 0; at < value.length && around <= MOST_TEXT; ) {
    const slice = findLongestSlice(value.slice(at), forms);
    const last = pieces.at(-1);
    if (slice) pieces.push(slice.piece);
    else if (typeof last === 'string') pieces.splice(-1, 1, last + value.charAt(at));
    else pieces.push(value.charAt(at));
    around += slice ? 0 : 1;
    at += slice?.length ?? 1;
  }
  return around > MOST_TEXT || around === value.length ? undefined : pieces;
}

function findLongestSlice(rest: string, forms: readonly { readonly change: Change; readonly text: string }[]) {
  const slices = forms.map(({ change, text }) => {
    let length = 0;
    while (length < rest.length && text.includes(rest.slice(0, length + 1))) length += 1;
    const from = text.indexOf(rest.slice(0, length));
    const isToEnd = from + length === text.length;
    return { length, piece: { change, from, ...(isToEnd ? {} : { to: from + length }) } };
  });
  const best = slices.reduce((one, other) => (other.length > one.length ? other : one));
  return best.length < SHORTEST_PIECE ? undefined : best;
}

/** Returns the shell word for a piece of the value that a variable has. */
export function toFilter({ change, from, to }: Exclude<Piece, string>, variable: string): string {
  const { filter } = changes[change];
  const cut = from === 0 && to === undefined ? '' : `cut -c${from + 1}-${to ?? ''}`;
  return `"$(${[`printf %s "$${variable}"`, filter, cut].filter(Boolean).join(' | ')})"`;
}
