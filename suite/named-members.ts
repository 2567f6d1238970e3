import { readFileSync } from 'node:fs';
import type { Endpoint } from './operations.ts';

const read = new Map<Endpoint, ReadonlySet<string>>();

/** The members that the reference names in the response body of an operation (2.2 to 2.5). */
export function namedMembers(endpoint: Endpoint): ReadonlySet<string> {
  const names = read.get(endpoint) ?? new Set(Object.keys(responseOf(endpoint).properties ?? {}));
  read.set(endpoint, names);
  return names;
}

function responseOf(endpoint: Endpoint): { properties?: object } {
  return JSON.parse(readFileSync(new URL(`../schemas/${endpoint}/response.json`, import.meta.url), 'utf8'));
}
