import type { Cause, Failure } from '#api/cause';
import { sanitize } from '#redaction/redact';

/** The annotation that tells reporters as data what a test came to; its underscore keeps it out of their pages. */
const CAUSE = '_cause';

interface Annotation {
  type: string;
  description?: string;
}

/** Notes a cause of what the running test will come to; src/assertions/decide.ts keeps the one that counts. */
export function recordCause(annotations: Annotation[], cause: Cause): void {
  annotations.push({ type: CAUSE, description: JSON.stringify(cause, cleaned) });
}

/** Members whose values are words of ours. */
const ours = new Set(['kind', 'lack', 'code', 'method', 'requirement', 'keyword', 'state', 'endpoint', 'variable']);

/** Each text is redacted by itself: in the JSON of them all, a secret that is cut short would take its neighbours along. */
function cleaned(name: string, value: unknown): unknown {
  return typeof value === 'string' && !ours.has(name) ? sanitize(value) : value;
}

/** Removes a cause that was recorded last. */
export function dropCause(annotations: Annotation[], cause: Cause): void {
  const text = JSON.stringify(cause, cleaned);
  const at = annotations.findLastIndex(({ type, description }) => type === CAUSE && description === text);
  if (at >= 0) annotations.splice(at, 1);
}

/** The causes that were noted, in their order. */
export function listCauses(annotations: readonly Annotation[]): Cause[] {
  return annotations.filter(({ type }) => type === CAUSE).map(({ description = '' }): Cause => JSON.parse(description));
}

/** Leaves one cause in place of all that were noted. */
export function replaceCauses(annotations: Annotation[], cause: Cause | undefined): void {
  for (let at = annotations.length - 1; at >= 0; at -= 1)
    if (annotations[at]?.type === CAUSE) annotations.splice(at, 1);
  if (cause) recordCause(annotations, cause);
}

/** Returns true if a cause is a breach, which the target is to mend. */
export function isFailure(cause: Cause): cause is Failure {
  return cause.kind === 'breach' || cause.kind === 'no answer' || cause.kind === 'error';
}
