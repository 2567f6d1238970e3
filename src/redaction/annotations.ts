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

/** Cleans the parts of an annotation that came from outside; ids, outcomes and field names stay as they are. */
export function redactAnnotation(annotation: Annotation): void {
  const clean = cleaners[annotation.type];
  if (clean && annotation.description) annotation.description = clean(annotation.description);
}

/** Cleans the reason after `not exercised: ` or `inconclusive: `: it may hold text of a target. */
function behindOutcome(text: string): string {
  const [, outcome = '', reason = ''] = /^((?:not exercised|inconclusive|waived): )?(.*)$/s.exec(text) ?? [];
  return outcome + sanitize(reason);
}

/** Cleans each text by itself, so that a secret that is cut short removes none of the others. */
function inJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, (_name, value) => (typeof value === 'string' ? sanitize(value) : value)));
  } catch {
    return sanitize(text);
  }
}
