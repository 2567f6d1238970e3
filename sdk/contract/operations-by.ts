import { type Endpoint, endpoints, operations } from '../../suite/core/operations.ts';

/** Every operation. */
export const all: readonly Endpoint[] = endpoints;

/** Those that take a bearer token (5). */
export const guarded = endpoints.filter((endpoint) => operations[endpoint].protected);

/** Those that take no Authorization header (4). */
export const open = endpoints.filter((endpoint) => !operations[endpoint].protected);

/** Those that have a body (4). */
export const withBody = endpoints.filter((endpoint) => operations[endpoint].method === 'POST');

/** Those that have none (4). */
export const withoutBody = endpoints.filter((endpoint) => operations[endpoint].method === 'DELETE');

/** Those whose path has parameters (4). */
export const withParameters = endpoints.filter((endpoint) => operations[endpoint].path.includes('{'));

/** Every operation but one. */
export function others(endpoint: Endpoint): Endpoint[] {
  return endpoints.filter((other) => other !== endpoint);
}
