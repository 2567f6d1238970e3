import { type Preference, preference } from '#factories/preferences/preference';
import type { CallOptions } from '#http/request';
import { settings } from '../settings.ts';

const tags = new WeakMap<object, string>();

/** Returns the preference for tests of no industry, drawn from SEED and identified by its tag. */
export function usualPreference(tag: string): Preference {
  const body = preference('retail', { seed: settings.SEED, tag });
  tags.set(body, tag);
  return body;
}

/** Returns a request with a preference of another industry if its body is the usual one: the target may reject retail. */
export function replaceUsual(options: CallOptions): CallOptions {
  const { body } = options;
  const tag = typeof body === 'object' && body !== null ? tags.get(body) : undefined;
  return tag === undefined ? options : { ...options, body: preference('apparel', { seed: settings.SEED, tag }) };
}
