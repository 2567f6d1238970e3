import { type Endpoint, endpoints } from '#api/operations';
import { type Industry, industries } from '#factories/preferences/industry';
import { documentedErrors, nameError } from '../contract/documented-errors.ts';
import { listFields, listIndustryFields } from '../record/fields-sent.ts';
import type { RecordedRequest } from '../record/record.ts';

/** Describes what was met, of how many. */
export interface Share<Name extends string = string> {
  readonly met: readonly Name[];
  readonly never: readonly Name[];
}

/** Says how much of the contract the command exercised. */
export interface Coverage {
  readonly operations: Share<Endpoint>;
  readonly industries: Share<Industry>;
  /** The fields of the reference, as `checkout-preferences payer.email`. */
  readonly fields: Share;
  readonly errors: Share;
}

/** Lists the fields that were sent, by industry. */
export type IndustryFields = Readonly<Partial<Record<Industry, Share>>>;

/** Returns what the recorded requests exercised of the operations, the industries and fields (2) and the errors (7). */
export function measureCoverage(requests: readonly RecordedRequest[]): Coverage {
  const everyField = endpoints.flatMap((endpoint) => listFields(endpoint).map((path) => `${endpoint} ${path}`));
  const sent = requests.flatMap(({ endpoint, fields }) => fields.map((path) => `${endpoint} ${path}`));
  return {
    operations: met(
      endpoints,
      requests.map(({ endpoint }) => endpoint),
    ),
    industries: met(
      industries,
      requests.map(({ industry }) => industry),
    ),
    fields: met(everyField, sent),
    errors: met(
      documentedErrors.map(nameError),
      requests.map(({ error }) => error),
    ),
  };
}

/** Returns the fields of the industries that were met: what is never sent of one may be sent of another. */
export function groupFieldsByIndustry(requests: readonly RecordedRequest[]): IndustryFields {
  const seen = industries.filter((industry) => requests.some((request) => request.industry === industry));
  const rows = seen.map((industry) => {
    const own = requests.filter((request) => request.industry === industry);
    return [
      industry,
      met(
        listIndustryFields(industry),
        own.flatMap(({ fields }) => fields),
      ),
    ];
  });
  return Object.fromEntries(rows);
}

/** `3 of 6 operations, 7 of 13 industries, 40 of 68 fields, 5 of 22 errors met` */
export function describeCoverage(coverage: Coverage): string {
  const parts = Object.entries(coverage).map(
    ([what, { met, never }]: [string, Share]) => `${met.length} of ${met.length + never.length} ${what}`,
  );
  return `${parts.join(', ')} met`;
}

function met<Name extends string>(all: readonly Name[], seen: readonly (Name | null)[]): Share<Name> {
  const names = new Set(seen);
  return { met: all.filter((name) => names.has(name)), never: all.filter((name) => !names.has(name)) };
}

/** Says how much of the contract a run has to exercise. */
export interface MinimumCoverage {
  readonly operations: readonly Endpoint[];
  readonly industries: number;
  /** A count of fields, or a part of all. */
  readonly fields: { readonly least: number; readonly percent: boolean };
}

/** Requires no coverage. */
export const NO_MINIMUM: MinimumCoverage = { operations: [], industries: 0, fields: { least: 0, percent: false } };

/** `oauth-token,test-users`; undefined where a word is no operation. */
export function parseOperations(text: string): Endpoint[] | undefined {
  const words = text.split(',').map((word) => word.trim());
  const found = endpoints.filter((endpoint) => words.includes(endpoint));
  return words.every((word) => found.some((endpoint) => endpoint === word)) ? found : undefined;
}

/** `40` or `60%`; undefined where it is neither. */
export function parseLeast(text: string): MinimumCoverage['fields'] | undefined {
  const [, number, sign] = /^(\d+)(%?)$/.exec(text) ?? [];
  return number === undefined ? undefined : { least: Number(number), percent: sign === '%' };
}

/** Returns what a run lacks of its floor, one sentence each. */
export function listMissingCoverage({ operations, industries, fields }: MinimumCoverage, coverage: Coverage): string[] {
  const never = operations.filter((endpoint) => !coverage.operations.met.includes(endpoint));
  const sent = coverage.industries.met.length;
  return [
    ...(never.length > 0 ? [`Never exercised, though required: ${never.join(', ')}.`] : []),
    ...(sent < industries
      ? [
          `Preferences of ${sent} industries. Expected ${industries}. Name the industry in external_reference to have it counted.`,
        ]
      : []),
    ...(isLess(coverage.fields, fields) ? [`Too few fields: ${fieldsLine(coverage.fields, fields)}.`] : []),
  ];
}

function isLess({ met, never }: Share, { least, percent }: MinimumCoverage['fields']): boolean {
  const total = met.length + never.length;
  return (percent ? (100 * met.length) / total : met.length) < least;
}

function fieldsLine({ met, never }: Share, { least, percent }: MinimumCoverage['fields']): string {
  return `${met.length} of ${met.length + never.length}, where ${least}${percent ? '%' : ''} are required`;
}
