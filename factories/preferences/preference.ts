import type { JsonObject } from '../json.ts';
import { sample } from '../sample.ts';
import { catalogue } from './catalogue.ts';
import { type Industry, industrySchema } from './industry.ts';
import type { SampleOptions } from './scene.ts';

/** The body of a request that creates a checkout preference. */
export type Preference = JsonObject;

/** How a preference is drawn: its seed, what now is, how many elements its arrays hold. */
export interface PreferenceOptions extends Omit<SampleOptions, 'goods'> {
  /** Stands as external_reference, by which what a test created can be found. */
  readonly tag?: string;
}

/** A full preference of an industry: every field of its row. The same options give the same bytes. */
export function preference(industry: Industry, { tag, ...options }: PreferenceOptions = {}): Preference {
  const body = sample(industrySchema(industry), { ...options, goods: catalogue[industry] });
  return tag === undefined ? body : { ...body, external_reference: tag };
}
