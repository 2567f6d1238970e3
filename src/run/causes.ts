import type { Breach, Cause } from '#api/cause';
import { outside } from '#redaction/redact';

/** The annotation that tells reporters as data what a test came to; its underscore keeps it out of their pages. */
const CAUSE = '_cause';

interface Annotation {
  type: string;
  description?: string;
}

/** Notes a cause of what the running test will come to; src/assertions/decide.ts keeps the one that counts. */
export function noteCause(annotations: Annotation[], cause: Cause): void {
  annotations.push({ type: CAUSE, description: JSON.stringify(cause, cleaned) });
}

/** Members whose values are words of ours. */
const ours = new Set([
  'kind',
  'lack',
  'code',
  'method',
  'requirement',
  'keyword',
  'state',
  'endpoint',
  'variable',
]);

/** Each text is redacted by itself: in the JSON of them all, a secret that is cut short would take its neighbours along. */
function cleaned(name: string, value: unknown): unknown {
  return typeof value === 'string' && !ours.has(name) ? outside(value) : value;
}

/** The causes that were noted, in their order. */
export function causesIn(annotations: readonly Annotation[]): Cause[] {
  return annotations
    .filter(({ type }) => type === CAUSE)
    .map(({ description = '' }): Cause => JSON.parse(description));
}

/** Leaves one cause in place of all that were noted. */
export function keepCause(annotations: Annotation[], cause: Cause | undefined): void {
  for (let at = annotations.length - 1; at >= 0; at -= 1)
    if (annotations[at]?.type === CAUSE) annotations.splice(at, 1);
  if (cause) noteCause(annotations, cause);
}

/** Whether a cause is a breach, which the target is to mend. */
export function isBreach(cause: Cause): cause is Breach {
  return cause.kind === 'breach' || cause.kind === 'no answer' || cause.kind === 'error';
}
