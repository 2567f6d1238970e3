/** Selects a few dozen bad payloads, a few hundred, or all. */
export type Depth = (typeof depths)[number];

/** Every depth, the smallest first. */
export const depths = ['smoke', 'standard', 'full'] as const;

/** The properties by which bad payloads are selected. */
export interface Graded {
  readonly name: string;
  /** Names the flaw, in any place. */
  readonly way: string;
  /** The kind of field that it is bad for. */
  readonly fieldKind: string;
  /** True if this way is worth trying on every field of its kind. */
  readonly main: boolean;
}

/** Payloads with the same key are interchangeable at that depth. */
const keys: Readonly<Record<Depth, (payload: Graded) => string>> = {
  smoke: ({ way }) => way,
  standard: ({ main, name, way, fieldKind }) => (main ? name : `${way} of any ${fieldKind}`),
  full: ({ name }) => name,
};

/** Selects payloads: smoke takes each way once, standard each way per kind of field (main ways per field), full all. */
export function atDepth<T extends Graded>(payloads: readonly T[], depth: Depth): T[] {
  const chosen = new Map<string, T>();
  for (const payload of payloads) {
    const key = keys[depth](payload);
    if (!chosen.has(key)) chosen.set(key, payload);
  }
  return [...chosen.values()];
}
