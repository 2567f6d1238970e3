import type { Problem } from '#api/cause';
import { type Exchange, isJsonMediaType } from '#api/exchange';
import { type SchemaName, violations } from '#api/schema';
import { fractionsKept } from '#api/values/json';

/** What is wrong with an answer as its operation's schema has it, or another one; of a deletion (4) that there is a body. */
export function formProblems(
  exchange: Exchange,
  schema: SchemaName = `${exchange.endpoint}/response`,
): Problem[] {
  const { endpoint, text } = exchange;
  if (endpoint === 'instore-orders') return text === '' ? [] : [{ kind: 'fact', wanted: 'no body at all' }];
  if (endpoint === 'checkout-preferences' && text === '') return []; // its answer is not shown (4)
  const isJson = exchange.json !== undefined;
  return [...jsonProblems(exchange), ...(isJson ? schemaProblems(schema, fractionsKept(exchange.text)) : [])];
}

/** What is wrong with an answer that has to be JSON with a JSON media type. */
export function jsonProblems({ json, headers, flaw }: Exchange): Problem[] {
  const mediaType = headers['content-type'];
  const isJson = isJsonMediaType(mediaType);
  return [
    ...(json === undefined ? [{ kind: 'json', ...(flaw === undefined ? {} : { flaw }) } as const] : []),
    ...(isJson ? [] : [{ kind: 'media type', got: mediaType ?? null } as const]),
  ];
}

/** What is wrong with the form of any success of an operation. */
export function successProblems(exchange: Exchange): Problem[] {
  // Which members a token has may depend on its grant and its scopes (2.1, 2.2).
  return exchange.endpoint === 'oauth-token' ? jsonProblems(exchange) : formProblems(exchange);
}

function schemaProblems(schema: SchemaName, json: unknown): Problem[] {
  return violations(schema, json).map((violation) => ({ kind: 'schema', ...violation }));
}
