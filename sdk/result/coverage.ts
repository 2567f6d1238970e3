import { type Industry, industries } from '../../factories/preferences/industry.ts';
import { type Endpoint, endpoints } from '../../suite/core/operations.ts';
import { documentedErrors, nameOf } from '../contract/documented-errors.ts';
import { fieldsOf, fieldsOfIndustry } from '../record/fields-sent.ts';
import type { RecordedRequest } from '../record/record.ts';

/** What was met, of how many. */
export interface Met<Name extends string = string> {
  readonly met: readonly Name[];
  readonly never: readonly Name[];
}

/** How much of the contract the command exercised. */
export interface Coverage {
  readonly operations: Met<Endpoint>;
  readonly industries: Met<Industry>;
  /** The fields of the reference, as `checkout-preferences payer.email`. */
  readonly fields: Met;
  readonly errors: Met;
}

/** Of each industry that was met, which of its fields were sent. */
export type IndustryFields = Readonly<Partial<Record<Industry, Met>>>;

/** What the recorded requests exercised of the operations, the industries and fields (2) and the errors (7). */
export function coverageOf(requests: readonly RecordedRequest[]): Coverage {
  const everyField = endpoints.flatMap((endpoint) => fieldsOf(endpoint).map((path) => `${endpoint} ${path}`));
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
      documentedErrors.map(nameOf),
      requests.map(({ error }) => error),
    ),
  };
}

/** The fields of the industries that were met: what is never sent of one may be sent of another. */
export function industryFieldsOf(requests: readonly RecordedRequest[]): IndustryFields {
  const seen = industries.filter((industry) => requests.some((request) => request.industry === industry));
  const rows = seen.map((industry) => {
    const own = requests.filter((request) => request.industry === industry);
    return [
      industry,
      met(
        fieldsOfIndustry(industry),
        own.flatMap(({ fields }) => fields),
      ),
    ];
  });
  return Object.fromEntries(rows);
}

/** `3 of 6 operations, 7 of 13 industries, 40 of 68 fields, 5 of 22 errors met` */
export function coverageLine(coverage: Coverage): string {
  const parts = Object.entries(coverage).map(
    ([what, { met, never }]: [string, Met]) => `${met.length} of ${met.length + never.length} ${what}`,
  );
  return `${parts.join(', ')} met`;
}

function met<Name extends string>(all: readonly Name[], seen: readonly (Name | null)[]): Met<Name> {
  const names = new Set(seen);
  return { met: all.filter((name) => names.has(name)), never: all.filter((name) => !names.has(name)) };
}
