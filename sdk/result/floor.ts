import { type Endpoint, endpoints } from '../../suite/core/operations.ts';
import type { Coverage, Met } from './coverage.ts';

/** How much of the contract a run has to exercise. */
export interface Floor {
  readonly operations: readonly Endpoint[];
  readonly industries: number;
  /** A count of fields, or a part of all. */
  readonly fields: { readonly least: number; readonly percent: boolean };
}

/** Nothing has to be exercised. */
export const noFloor: Floor = { operations: [], industries: 0, fields: { least: 0, percent: false } };

/** `oauth-token,test-users`; undefined where a word is no operation. */
export function parseOperations(text: string): Endpoint[] | undefined {
  const words = text.split(',').map((word) => word.trim());
  const found = endpoints.filter((endpoint) => words.includes(endpoint));
  return words.every((word) => found.some((endpoint) => endpoint === word)) ? found : undefined;
}

/** `40` or `60%`; undefined where it is neither. */
export function parseLeast(text: string): Floor['fields'] | undefined {
  const [, number, sign] = /^(\d+)(%?)$/.exec(text) ?? [];
  return number === undefined ? undefined : { least: Number(number), percent: sign === '%' };
}

/** What a run lacks of its floor, one sentence each. */
export function transportFailure({ operations, industries, fields }: Floor, coverage: Coverage): string[] {
  const never = operations.filter((endpoint) => !coverage.operations.met.includes(endpoint));
  const sent = coverage.industries.met.length;
  return [
    ...(never.length > 0 ? [`Never exercised, though required: ${never.join(', ')}.`] : []),
    ...(sent < industries ? [`Preferences of ${sent} industries, where ${industries} are required.`] : []),
    ...(isLess(coverage.fields, fields) ? [`Too few fields: ${fieldsLine(coverage.fields, fields)}.`] : []),
  ];
}

function isLess({ met, never }: Met, { least, percent }: Floor['fields']): boolean {
  const total = met.length + never.length;
  return (percent ? (100 * met.length) / total : met.length) < least;
}

function fieldsLine({ met, never }: Met, { least, percent }: Floor['fields']): string {
  return `${met.length} of ${met.length + never.length}, where ${least}${percent ? '%' : ''} are required`;
}
