import checkoutPreferences from '#requirements/checkout-preferences.json' with { type: 'json' };
import client from '#requirements/client.json' with { type: 'json' };
import instoreOrders from '#requirements/instore-orders.json' with { type: 'json' };
import oauthToken from '#requirements/oauth-token.json' with { type: 'json' };
import pointPaymentIntents from '#requirements/point-payment-intents.json' with { type: 'json' };
import published from '#requirements/scenarios.json' with { type: 'json' };
import service from '#requirements/service.json' with { type: 'json' };
import counts from '#requirements/test-counts.json' with { type: 'json' };
import testUsers from '#requirements/test-users.json' with { type: 'json' };
import walletAgreements from '#requirements/wallet-agreements.json' with { type: 'json' };
import type { Endpoint } from './operations.ts';
import { isCapability, levels, type RegisteredRequirement } from './requirement.ts';

type Text = Readonly<{ en: string; es?: string; pt?: string }>;

/** A row of requirements/: requirements.schema.json describes it. */
interface Row {
  readonly endpoint?: string;
  readonly level: string;
  readonly section: string;
  readonly text: Text;
  readonly because?: string;
  readonly needs?: readonly string[];
  readonly unasked?: Text;
  readonly dependsOn?: readonly string[];
  readonly since: string;
}

type Rows = Readonly<Record<string, Row>>;

const parts = {
  'oauth-token': oauthToken,
  'checkout-preferences': checkoutPreferences,
  'test-users': testUsers,
  'point-payment-intents': pointPaymentIntents,
  'wallet-agreements': walletAgreements,
  'instore-orders': instoreOrders,
  service,
} as const satisfies Readonly<Record<Endpoint | 'service', Rows>>;

/** The ids of the rows that a test can cover: all but those that no request can ask. */
type Tested<R> = R extends unknown
  ? { [Id in keyof R]: R[Id] extends { readonly unasked: unknown } ? never : Id }[keyof R] & string
  : never;

export type RequirementId = Tested<(typeof parts)[keyof typeof parts]>;

export type ClientId = keyof typeof client;

/** Every requirement of a service, in the order of the endpoints and of their files. */
export const register: readonly RegisteredRequirement[] = Object.entries(parts).flatMap(([endpoint, rows]) =>
  toRequirements(rows, endpoint),
);

export const clientRegister: readonly RegisteredRequirement[] = toRequirements(client, 'client');

const requirementsById = new Map([...register, ...clientRegister].map((row) => [row.id, row]));

/** Returns a requirement. Throws if there is none with this id. */
export function getRequirement(id: string): RegisteredRequirement {
  const row = requirementsById.get(id);
  if (row === undefined)
    throw new Error(`Unknown requirement ${id}. Add its row to the endpoint’s file in requirements/.`);
  return row;
}

function toRequirements(rows: Rows, endpoint: string): RegisteredRequirement[] {
  return Object.entries(rows).map(([id, { text, because, needs = [], unasked, ...row }]) => {
    const level = levels.find((name) => name === row.level);
    if (level === undefined) throw new Error(`Invalid level ${row.level} of ${id}. Expected ${levels.join(', ')}.`);
    return {
      id,
      endpoint: row.endpoint ?? endpoint,
      level,
      section: row.section,
      text: text.en,
      ...(because === undefined ? {} : { because }),
      ...(unasked === undefined ? { needs: needs.filter(isCapability) } : { unasked: unasked.en }),
      since: row.since,
    };
  });
}

const rowsById: ReadonlyMap<string, Row> = new Map([...Object.values(parts), client].flatMap(Object.entries<Row>));

/** Returns the requirements under which a failure of one is reported if they fail in the same way. */
export function getDependencies(id: string): readonly string[] {
  return rowsById.get(id)?.dependsOn ?? [];
}

/** Returns the translations of requirements by id, and of reasons why questions cannot be asked by English text. */
export function requirementTexts(language: 'es' | 'pt'): Readonly<Record<string, string>> {
  const texts = [...rowsById].flatMap(([id, { text, unasked }]) => [
    [id, text[language]] as const,
    [unasked?.en ?? id, unasked?.[language] ?? text[language]] as const,
  ]);
  return Object.fromEntries(texts.flatMap(([id, text]) => (text ? [[id, text]] : [])));
}

export interface TestCounts {
  readonly tests: number;
  readonly of: Readonly<Record<string, number>>;
}

/** Counts the tests of each requirement, whatever a run selects; `npm run docs` writes them. */
export const testCounts: Readonly<Record<Depth, TestCounts>> = counts;

/** Values of DEPTH: a few dozen bad payloads, a few hundred, or all. */
export const depths = ['smoke', 'standard', 'full'] as const;

export type Depth = (typeof depths)[number];

export const scenarioCounts: TestCounts = {
  tests: published.scenarios.length,
  of: Object.fromEntries(
    clientRegister.map(({ id }) => [id, published.scenarios.filter(({ exercises }) => exercises.includes(id)).length]),
  ),
};

// A set is a package version: its rows are those that this version or an earlier one added (`since`).

const versions = [...rowsById.values()].map(({ since }) => since);
export const sets: readonly string[] = [...new Set(versions)].sort(compareVersions);

export const deprecatedNames: Readonly<Record<string, string>> = { '2026-11': '0.1' };

/** Returns the reason why a set does not judge a row; undefined if it does. Without a set every row is judged. */
export function describeOutsideSet(set: string, id: string): string | undefined {
  const isInside = set === '' || compareVersions(getRequirement(id).since, set) <= 0;
  return isInside ? undefined : `it is not in the set ${set}`;
}

/** Compares versions by number: 0.9 is before 0.10. */
export function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
