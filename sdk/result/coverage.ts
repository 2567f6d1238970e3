import { type Industry, industries } from '../../factories/industry.ts';
import { type Endpoint, endpoints } from '../../suite/core/operations.ts';
import { documentedErrors, nameOf } from '../answers/documented-errors.ts';
import type { RecordedRequest } from './record.ts';

/** What was met, of how many. */
export interface Met<Name extends string = string> {
  readonly met: readonly Name[];
  readonly never: readonly Name[];
}

/** How much of the contract the command exercised. */
export interface Coverage {
  readonly operations: Met<Endpoint>;
  readonly industries: Met<Industry>;
  readonly errors: Met;
}

/** What the recorded requests exercised of the operations, the industries (2.7) and the errors (7). */
export function coverageOf(requests: readonly RecordedRequest[]): Coverage {
  return {
    operations: met(
      endpoints,
      requests.map(({ endpoint }) => endpoint),
    ),
    industries: met(
      industries,
      requests.map(({ industry }) => industry),
    ),
    errors: met(
      documentedErrors.map(nameOf),
      requests.map(({ error }) => error),
    ),
  };
}

/** `3 of 6 operations, 7 of 13 industries, 5 of 22 errors met` */
export function coverageLine(coverage: Coverage): string {
  const parts = Object.entries(coverage).map(
    ([what, { met, never }]: [string, Met]) => `${met.length} of ${met.length + never.length} ${what}`,
  );
  return `${parts.join(', ')} met`;
}

function met<Name extends string>(all: readonly Name[], seen: readonly (Name | null)[]): Met<Name> {
  return {
    met: all.filter((name) => seen.includes(name)),
    never: all.filter((name) => !seen.includes(name)),
  };
}
