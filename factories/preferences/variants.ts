import general from '#schemas/checkout-preferences/request.json' with { type: 'json' };
import { edit, mapTexts, read, without } from '../json.ts';
import { fields } from './fields.ts';
import {
  contradictions,
  getRepresentative,
  type Industry,
  industries,
  industriesWith,
  otherPlaces,
  particularPaths,
} from './industry.ts';
import { type Preference, preference } from './preference.ts';
import { type Seed, toSoon } from './scene.ts';

/** Returns a preference of an industry in each other reading of where its fields belong and of what its flags exclude. */
export function otherReadings(industry: Industry, body: Preference): Preference[] {
  const places = otherPlaces.filter(({ industries }) => industries.includes(industry));
  const bodies = [...new Set([body, withoutExcludedDates(body)]), sooner(body)];
  return bodies.flatMap((one) => [one, ...places.map(({ apply }) => apply(one))]).slice(1);
}

/** Moves the dates to come to these months: how far ahead they may be is not shown (8). */
export function sooner(body: Preference): Preference {
  return mapTexts(body, (_, text) => text.replace(/^203\d-\d\d-\d\d(?=T|$)/, toSoon));
}

/** Removes an expiration where nothing expires and a last purchase where it is the first; else returns the body itself. */
function withoutExcludedDates(body: Preference): Preference {
  const open = body.expires === false ? without(body, '/date_of_expiration') : body;
  return read(body, '/payer/is_first_purchase_online') === true ? without(open, '/payer/last_purchase') : open;
}

/** Returns each contradiction in a full preference of each affected industry. */
export function contradictingPreferences(seed: Seed) {
  return contradictions.flatMap(({ name, sentence, industries, apply }) =>
    industries.map((industry) => ({ industry, name, sentence, body: apply(preference(industry, { seed })) })),
  );
}

/** Adds each industry-specific field, of the industry `owner`, to a full preference of one that does not have it. */
export function foreignFields(seed: Seed) {
  const particular = fields(general).filter(({ path }) => particularPaths.includes(path));
  return particular.flatMap(({ path, pointer }, index) => {
    const owner = getRepresentative(path);
    const lacking = industries.filter((industry) => !industriesWith(path).includes(industry));
    const industry = lacking[index % lacking.length];
    if (!owner || !industry) return [];
    const value = read(preference(owner, { seed }), pointer);
    const body = edit(preference(industry, { seed }), pointer, () => value);
    return [{ industry, owner, name: `${path} of ${owner}`, path, pointer, body }];
  });
}

/** Omits each field or block in turn from a full preference, each once in an industry that has it. */
export function omissions(seed: Seed) {
  return fields(general).flatMap(({ path, pointer }) => {
    const industry = getRepresentative(path);
    // An omitted element is an empty array, which invalid.ts already has.
    if (!industry || path.endsWith('[0]') || !industriesWith(path).includes(industry)) return [];
    const body = without(preference(industry, { seed }), pointer);
    return [{ industry, name: `without ${path}`, path, pointer, body }];
  });
}
