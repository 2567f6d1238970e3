import type { TestDetails } from '@playwright/test';
import type { Capability } from './capabilities.ts';
import type { Endpoint } from './operations.ts';
import type { Requirement, Unasked } from './requirement.ts';

type Rows = Readonly<Record<string, Requirement | Unasked>>;

/** The ids of the rows that a test can cover: all but those that no request can ask. */
type Tested<R extends Rows> = { [Id in keyof R]: R[Id] extends Unasked ? never : Id }[keyof R] & string;

/** The annotations that tie a test to its requirements and their level; reporters read them back. */
export const REQUIREMENT = '@allure.label.requirement';
export const LEVEL = '@allure.label.level';

/** The annotation that names a capability without which a test is not exercised. */
export const NEEDS = '@allure.label.needs';

/** The part of the register that belongs to one endpoint, and the `covers` that its tests are marked with. */
export function register<const R extends Rows>(endpoint: Endpoint | 'service', requirements: R) {
  const covers = (...ids: [Tested<R>, ...Tested<R>[]]): TestDetails => ({
    tag: ids.map((id) => `@${id}`),
    annotation: ids.flatMap((id) => labels(endpoint, id, requirements[id])),
  });
  return { requirements, covers };
}

/** The annotation that names the industry whose data a test sends. */
export const INDUSTRY = '@allure.label.industry';

/** The details of a test that is about one industry. */
export function about(industry: string, details: TestDetails): TestDetails {
  const annotations = [details.annotation ?? []].flat();
  return { ...details, annotation: [...annotations, { type: INDUSTRY, description: industry }] };
}

/** The details of a test that needs more of a target than every test of its requirement does. */
export function needing(needs: readonly Capability[], details: TestDetails): TestDetails {
  return { ...details, annotation: [...[details.annotation ?? []].flat(), ...needLabels(needs)] };
}

function needLabels(needs: readonly Capability[]) {
  return needs.map((description) => ({ type: NEEDS, description }));
}

/** The annotation that says how many resources a test creates where the target accepts what it sends: suite/budget. */
export const CREATES = '@allure.label.creates';

/** The details of a test that creates resources of an operation, which is counted where few may be created. */
export function creating(endpoint: Endpoint, count: number, details: TestDetails): TestDetails {
  const annotations = [details.annotation ?? []].flat();
  const own = { type: CREATES, description: `${endpoint} ${count}` };
  return { ...details, annotation: [...annotations, own] };
}

function labels(endpoint: string, id: string, row: Requirement | undefined) {
  if (!row) throw new Error(`${id} is no row of tests/${endpoint}/requirements.ts: add it there.`);
  return [
    { type: REQUIREMENT, description: id },
    { type: '@allure.label.epic', description: endpoint },
    { type: '@allure.label.feature', description: `${id} ${row.text}` },
    { type: LEVEL, description: row.level },
    { type: '@allure.label.section', description: row.section },
    { type: '@allure.label.severity', description: severity[row.level] },
    ...needLabels(row.needs ?? []),
  ];
}

const severity = { must: 'critical', should: 'normal', question: 'minor' } as const;
