import type { TestDetails, TestDetailsAnnotation } from '@playwright/test';
import type { Endpoint } from './operations.ts';
import { getRequirement, type RequirementId } from './register.ts';
import { type Capability, type Level, levels } from './requirement.ts';

/** The annotations that tie a test to its requirements and their level; reporters read them back. */
export const REQUIREMENT = '@allure.label.requirement';
export const LEVEL = '@allure.label.level';

/** The annotation types for outcomes that the status of a test does not show. */
export const WARNING = 'warning';
export const ANSWER = 'answer';

export interface Annotation {
  readonly type: string;
  readonly description?: string;
}

/** Returns the descriptions of the annotations of a type. */
export function getDescriptions(annotations: readonly Annotation[], label: string): string[] {
  return annotations.flatMap(({ type, description = '' }) => (type === label ? [description] : []));
}

/** Returns the strictest level of a test; undefined if it covers nothing. */
export function getLevel(annotations: readonly Annotation[]): Level | undefined {
  return levels.find((level) => getDescriptions(annotations, LEVEL).includes(level));
}

/** Returns the musts and shoulds of a test; `covers` writes the requirements and their levels in the same order. */
export function listAsserted(annotations: readonly Annotation[]): string[] {
  const levels = getDescriptions(annotations, LEVEL);
  return getDescriptions(annotations, REQUIREMENT).filter((_, index) => levels[index] !== 'question');
}

/** The annotation that names a capability without which a test is not exercised. */
export const NEEDS = '@allure.label.needs';

/** Returns the details of a test that covers requirements. */
export function covers(...ids: [RequirementId, ...RequirementId[]]): TestDetails {
  return { tag: ids.map((id) => `@${id}`), annotation: ids.flatMap(labels) };
}

/** The annotation that names the industry whose data a test sends. */
export const INDUSTRY = '@allure.label.industry';

/** Returns the details of a test about one industry. */
export function withIndustry(industry: string, details: TestDetails): TestDetails {
  return withAnnotations(details, [{ type: INDUSTRY, description: industry }]);
}

/** Returns the details of a test that needs more capabilities than every test of its requirement. */
export function withCapability(needs: readonly Capability[], details: TestDetails): TestDetails {
  return withAnnotations(details, needLabels(needs));
}

function needLabels(needs: readonly Capability[]) {
  return needs.map((description) => ({ type: NEEDS, description }));
}

/** The annotation with the number of resources that a test creates if the target accepts its requests. */
export const CREATES = '@allure.label.creates';

/** Returns the details of a test that creates resources of an operation, which a budget may count. */
export function withCreation(endpoint: Endpoint, count: number, details: TestDetails): TestDetails {
  return withAnnotations(details, [{ type: CREATES, description: `${endpoint} ${count}` }]);
}

function withAnnotations(details: TestDetails, more: readonly TestDetailsAnnotation[]): TestDetails {
  return { ...details, annotation: [...[details.annotation ?? []].flat(), ...more] };
}

function labels(id: string) {
  const { endpoint, text, level, section, needs = [] } = getRequirement(id);
  return [
    { type: REQUIREMENT, description: id },
    { type: '@allure.label.epic', description: endpoint },
    { type: '@allure.label.feature', description: `${id} ${text}` },
    { type: LEVEL, description: level },
    { type: '@allure.label.section', description: section },
    { type: '@allure.label.severity', description: severity[level] },
    ...needLabels(needs),
  ];
}

const severity = { must: 'critical', should: 'normal', question: 'minor' } as const;
