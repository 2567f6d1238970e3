import { getField } from '#api/exchange';
import { type Industry, industries, industriesWith, particularPaths } from '#factories/preferences/industry';
import { findValues } from './values-at.ts';

/**
 * Returns the industries that a preference may be of, the likeliest alone where there is one. A request does not say: the slug
 * of an industry in external_reference or in an item's category_id decides, else which industry has the fewest fields
 * that are not its own, and then the fewest of its own left out.
 */
export function findIndustries(body: unknown): Industry[] {
  const named = industries.filter((industry) => labels(body).some((label) => isNamedIn(label, industry)));
  if (named.length === 1) return named;
  const ranked = industries.map((industry) => ({ industry, distance: distance(body, industry) }));
  const least = Math.min(...ranked.map(({ distance }) => distance));
  return ranked.filter(({ distance }) => distance === least).map(({ industry }) => industry);
}

/** Returns the fields of a preference that other industries have and this one has not. */
export function findForeignPaths(body: unknown, industry: Industry): string[] {
  return particularPaths.filter((path) => has(body, path) && !industriesWith(path).includes(industry));
}

function distance(body: unknown, industry: Industry): number {
  const own = particularPaths.filter((path) => industriesWith(path).includes(industry) && asked(body, path));
  const missing = own.filter((path) => !has(body, path));
  return findForeignPaths(body, industry).length * particularPaths.length + missing.length;
}

/** Returns what all industries but one have of a payer tells nothing where no payer is sent at all. */
function asked(body: unknown, path: string): boolean {
  return !path.startsWith('payer.') || has(body, 'payer');
}

function isNamedIn(label: string, industry: Industry): boolean {
  return new RegExp(`(?:^|[^a-z0-9])${industry}(?:[^a-z0-9]|$)`, 'i').test(label);
}

function labels(body: unknown): string[] {
  const categories = findValues(body, ['items', 'category_id']);
  return [getField(body, 'external_reference'), ...categories].filter((label) => typeof label === 'string');
}

/** Returns true if a body has a field. An empty object says nothing: some SDKs always send `category_descriptor: {}`. */
function has(body: unknown, path: string): boolean {
  return findValues(body, path.split('.')).some((value) => !isEmptyObject(value));
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
