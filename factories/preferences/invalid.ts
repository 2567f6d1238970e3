import { type Break, breaks } from '../breaks.ts';
import { type Hostile, hostile } from '../malformed/hostile.ts';
import { atDepth, type Depth } from './depth.ts';
import { type Industry, industries, industrySchema } from './industry.ts';
import { byField, representativeOf, type Tries } from './places.ts';
import { type PreferenceOptions, preference } from './preference.ts';
import type { Seed } from './scene.ts';

/** A bad preference as the JSON text to send: a broken keyword, or a value that no keyword forbids. */
export type InvalidPreference = { readonly industry: Industry; readonly text: string } & (
  | ({ readonly kind: 'break' } & Break)
  | ({ readonly kind: 'hostile' } & Hostile)
);

/**
 * The bad preferences of all industries, each distinct one once: a field of few industries in one of those. What a
 * target creates of one is found by the tag, where that is not what is bad.
 */
export function invalidPreferences(seed: Seed, depth: Depth = 'standard', tag?: string): InvalidPreference[] {
  const all = industries.flatMap((industry) =>
    invalidOf(industry, { seed, ...(tag ? { tag } : {}) }, (path) => representativeOf(path) === industry),
  );
  return atDepth(byField(all), depth);
}

/** The bad preferences of one industry, the fields that it shares with others included. */
export function invalidPreferencesOf(industry: Industry, seed: Seed, depth: Depth = 'standard'): InvalidPreference[] {
  return atDepth(invalidOf(industry, { seed }), depth);
}

function invalidOf(industry: Industry, options: PreferenceOptions, tries?: Tries): InvalidPreference[] {
  const [schema, base] = [industrySchema(industry), preference(industry, options)];
  return [
    ...breaks(schema, base, tries).map((broken) => ({
      ...broken,
      kind: 'break' as const,
      industry,
      text: JSON.stringify(broken.body),
    })),
    ...hostile(schema, base, tries).map((bad) => ({ ...bad, kind: 'hostile' as const, industry })),
  ];
}
