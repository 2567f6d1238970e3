import { type Exchange, parseJson } from './exchange.ts';
import { type Breach, breaches, type SchemaName, violations } from './schemas.ts';
import { suiteError } from './stop.ts';

/** Ends the test as an error of the suite where a request that was meant to be valid breaks its own schema. */
export function checkValid({ endpoint, request }: Pick<Exchange, 'endpoint' | 'request'>): void {
  if (request.body === undefined) return;
  const found = violations(`${endpoint}/request`, parseJson(request.body));
  if (found.length > 0)
    suiteError(`the request that was meant to be valid breaks its schema: ${found.join('; ')}`);
}

/** Ends the test as an error of the suite where a body breaks its schema otherwise than it was meant to. */
export function checkBroken(schema: SchemaName, body: unknown, meant: Breach): void {
  const found = breaches(schema, body);
  const asMeant = found.length > 0 && found.every((breach) => isSame(breach, meant));
  const seen = found.map(({ keyword, pointer }) => `${keyword} at ${pointer || '/'}`).join(', ') || 'nothing';
  if (!asMeant)
    suiteError(
      `the request was meant to break ${meant.keyword} at ${meant.pointer || '/'}, but breaks ${seen}`,
    );
}

function isSame(one: Breach, other: Breach): boolean {
  return one.keyword === other.keyword && one.pointer === other.pointer;
}
