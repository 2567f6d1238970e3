import type { Json } from '../json.ts';
import type { Schema } from '../preferences/fields.ts';

/** One way to break one keyword of a schema: a value in the place of a valid one. */
export interface Way {
  readonly keyword: string;
  /** Follows the field's name: "items.quantity as text". */
  readonly how: string;
  /** Whether it is worth trying on every field of its kind. */
  readonly main: boolean;
  readonly value: Json;
}

/** The ways to break one keyword where a valid value stands; none where the schema does not have the keyword. */
export type WaysToBreak = (schema: Schema, value: Json) => Way[];
