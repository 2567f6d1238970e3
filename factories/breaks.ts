import { additionalWays } from './breaks/additional.ts';
import { enumWays } from './breaks/enum.ts';
import { formatWays } from './breaks/format.ts';
import { patternWays } from './breaks/pattern.ts';
import { requiredWays } from './breaks/required.ts';
import { typeWays } from './breaks/type.ts';
import { type Json, type JsonObject, put } from './json.ts';
import type { Graded } from './preferences/depth.ts';
import { kindOf, type Schema } from './preferences/fields.ts';
import { places, type Tries } from './preferences/places.ts';

/** A payload that breaks one keyword of a schema at one place, and no other. */
export interface Break extends Graded {
  readonly keyword: string;
  readonly path: string;
  readonly pointer: string;
  readonly body: Json;
}

const keywords = [typeWays, enumWays, formatWays, patternWays, requiredWays, additionalWays];

/** Every way to break a schema, each in a copy of the valid payload that breaks nothing else. */
export function breaks(schema: Schema, base: JsonObject, tries?: Tries): Break[] {
  return places(schema, base, tries).flatMap(({ path, pointer, schema: at, value }) =>
    keywords
      .flatMap((waysToBreak) => waysToBreak(at, value))
      .map(({ keyword, how, main, value: broken }) => ({
        name: `${path} ${how}`,
        keyword,
        path,
        pointer,
        way: `${keyword} ${how}`,
        fieldKind: kindOf(at),
        main,
        body: put(base, pointer, broken),
      })),
  );
}
