import { type JsonObject, put } from '../json.ts';
import type { Graded } from '../preferences/depth.ts';
import { kindOf, type Schema } from '../preferences/fields.ts';
import { places, type Tries } from '../preferences/places.ts';
import { hostileValues } from './hostile-values.ts';

/** A payload as raw JSON text, with a value that no keyword of the schema forbids, or that JSON cannot tell. */
export interface Hostile extends Graded {
  readonly path: string;
  readonly pointer: string;
  readonly text: string;
}

const marker = 'here goes the raw value';

/** Every hostile value at every field of its kind, in the text of a valid payload. */
export function hostile(schema: Schema, base: JsonObject, tries?: Tries): Hostile[] {
  return places(schema, base, tries).flatMap(({ path, pointer, schema: at, value }) => {
    // Where no member may be added, breaks/additional.ts has the one break that there is.
    const fieldKind = at.additionalProperties === false ? 'closed object' : kindOf(at);
    return (hostileValues[fieldKind] ?? []).map(({ how, main, raw }) => ({
      name: `${path} ${how}`,
      path,
      pointer,
      way: how,
      fieldKind,
      main,
      text: withRaw(base, pointer, raw(value)),
    }));
  });
}

function withRaw(base: JsonObject, pointer: string, raw: string): string {
  return JSON.stringify(put(base, pointer, marker)).replace(JSON.stringify(marker), () => raw);
}
