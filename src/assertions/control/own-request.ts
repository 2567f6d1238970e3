import type { Violation } from '#api/cause';
import { describeProblem } from '#api/cause-texts';
import { type Exchange, parseJson } from '#api/exchange';
import { type SchemaName, type SchemaViolation, violations } from '#api/schema';
import { suiteError } from '#run/skip';
import { isDateField } from './forms.ts';

/** Ends the test as an error of the suite where a request that was meant to be valid breaks its own schema. */
export function checkValid({ endpoint, request }: Pick<Exchange, 'endpoint' | 'request'>): void {
  if (request.body === undefined) return;
  const found = violations(`${endpoint}/request`, parseJson(request.body)).filter(
    (violation) => !isDateAlone(violation),
  );
  if (found.length > 0)
    suiteError(
      `the request that was meant to be valid breaks its schema: ${found.map((violation) => describeProblem({ kind: 'schema', ...violation })).join('; ')}`,
    );
}

/** Ends the test as an error of the suite where a body breaks its schema otherwise than it was meant to. */
export function checkBroken(schema: SchemaName, body: unknown, meant: SchemaViolation): void {
  const found = violations(schema, body);
  const asMeant = found.length > 0 && found.every((breach) => isSame(breach, meant));
  const seen = found.map(({ keyword, pointer }) => `${keyword} at ${pointer || '/'}`).join(', ') || 'nothing';
  if (!asMeant)
    suiteError(`the request was meant to break ${meant.keyword} at ${meant.pointer || '/'}, but breaks ${seen}`);
}

/** Returns true for a Date of 2.7 without a time, which is allowed although the schema asks for one. */
function isDateAlone({ keyword, pointer, got }: Violation): boolean {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  return keyword === 'format' && isDateField(name) && /^"\d{4}-\d\d-\d\d"$/.test(got);
}

function isSame(one: SchemaViolation, other: SchemaViolation): boolean {
  return one.keyword === other.keyword && one.pointer === other.pointer;
}
