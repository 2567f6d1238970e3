import { sanitize } from './redact.ts';

interface Annotation {
  readonly type: string;
  description?: string;
}

/** Cleans what a running test records of a response; all other annotations are our own words. */
const cleaners: Readonly<Record<string, (text: string) => string>> = {
  skip: behindOutcome,
  unproven: behindOutcome,
  warning: sanitize,
  'suite error': sanitize,
  noticed: sanitize,
  answer: inJson,
};

/** Cleans what of an annotation came from outside; ids, outcomes and the names of fields stay as they are. */
export function redactAnnotation(annotation: Annotation): void {
  const clean = cleaners[annotation.type];
  if (clean && annotation.description) annotation.description = clean(annotation.description);
}

/** `not exercised: ` and `inconclusive: ` are ours, the reason may hold what a target said. */
function behindOutcome(text: string): string {
  const [, outcome = '', reason = ''] = /^((?:not exercised|inconclusive|waived): )?(.*)$/s.exec(text) ?? [];
  return outcome + sanitize(reason);
}

/** Each text is cleaned by itself, so that no secret that is cut short takes its neighbours along. */
function inJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, (_name, value) => (typeof value === 'string' ? sanitize(value) : value)));
  } catch {
    return sanitize(text);
  }
}
