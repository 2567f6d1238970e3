import { type ExtraValue, extraValueNames } from '#api/states';

/** Values of a provider state beyond its own, or of the client of another. */
export type FurtherValues = Readonly<Partial<Record<ExtraValue, string>>>;

const known = new Map<string, FurtherValues>();

/** Records the extra values of a state, by their client and by their access token. */
export function recordFurther(values: Readonly<Record<string, string>>): void {
  const given = extraValueNames.filter((name) => values[name] !== undefined);
  const further = Object.fromEntries(given.map((name) => [name, values[name]]));
  for (const key of [values.client_id, values.access_token])
    if (key !== undefined) known.set(key, { ...known.get(key), ...further });
}

/** Returns the extra values of a client or an access token. */
export function furtherOf(key = ''): FurtherValues {
  return known.get(key) ?? {};
}
