import type { Depth } from '../combinations.ts';
import type { Json } from '../json.ts';
import { type Industry, industries } from './industry.ts';
import { getInvalidPreferences, invalidPreferences } from './invalid.ts';
import { validPreferences } from './valid.ts';
import { contradictingPreferences, foreignFields, omissions } from './variants.ts';

/** Selects payloads: of one industry or of all, from which seed, how many invalid ones. */
export type PayloadSelection = { readonly industry?: Industry; readonly seed: number; readonly depth: Depth };

/** A payload with its description: its body, or the text to send if no JSON value can represent it. */
export interface Line {
  readonly industry: Industry;
  readonly kind: string;
  readonly name: string;
  readonly seed?: number;
  readonly keyword?: string;
  readonly pointer?: string;
  readonly sentence?: string;
  readonly body?: Json;
  readonly text?: string;
}

interface Kind {
  readonly about: string;
  /** Returns the payloads of one seed, possibly of more industries. */
  readonly lines: (selection: PayloadSelection) => Line[];
}

/** Lists the kinds of payloads by option. */
export const kinds = {
  valid: { about: 'preferences that must be accepted', lines: valid },
  invalid: { about: 'preferences with one thing broken, or hostile', lines: invalid },
  contradictions: {
    about: 'the other spellings that the reference shows',
    lines: ({ seed }) => contradictingPreferences(seed).map((payload) => ({ kind: 'contradiction', ...payload })),
  },
  omissions: {
    about: 'preferences without one field',
    lines: ({ seed }) => omissions(seed).map(({ path, ...payload }) => ({ kind: 'omission', ...payload })),
  },
  foreign: {
    about: 'preferences with a field of another industry',
    lines: ({ seed }) =>
      foreignFields(seed).map(({ path, owner, ...payload }) => ({ kind: 'foreign field', ...payload })),
  },
} satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;

/** Generates the payloads of one kind and seed, or `count` payloads that continue with the next seeds. */
export function* getLines(kind: KindName, selection: PayloadSelection, count?: number): Generator<Line> {
  const isSelected = ({ industry }: Line) => selection.industry === undefined || industry === selection.industry;
  let printed = 0;
  for (let seed = selection.seed; printed !== count; seed += 1) {
    const found = kinds[kind].lines({ ...selection, seed }).filter(isSelected);
    const lines = found.slice(0, count && count - printed);
    yield* lines.map((line) => ({ ...line, seed }));
    printed += lines.length;
    if (count === undefined || lines.length === 0) return;
  }
}

function valid({ industry, seed }: PayloadSelection): Line[] {
  const slugs = industry ? [industry] : industries;
  return slugs.flatMap((slug) => validPreferences(slug, seed)).map((payload) => ({ kind: 'valid', ...payload }));
}

function invalid({ industry, seed, depth }: PayloadSelection): Line[] {
  const payloads = industry ? getInvalidPreferences(industry, seed, depth) : invalidPreferences(seed, depth);
  return payloads.map((payload) => {
    const { kind, name, pointer } = payload;
    const what = { industry: payload.industry, kind, name, pointer };
    return payload.kind === 'break'
      ? { ...what, keyword: payload.keyword, body: payload.body }
      : { ...what, text: payload.text };
  });
}
