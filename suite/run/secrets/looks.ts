import { settings } from '../context.ts';
import { SHORTEST } from './forms.ts';

/** So many letters and digits together are no word that a report has of its own. */
const STRONG = 16;

/**
 * Whether a value that a target sent can be a secret by its looks: letters and digits, neither alone, as no word, no id
 * of a requirement and no outcome is; and nothing that this run itself is called. A target that names a cookie after
 * our words takes none of them from us.
 */
export function looksSecret(value: string): boolean {
  return value.length >= SHORTEST && isMixed(value) && !/^[A-Z]{3}-\d\d$/.test(value) && !isOurs(value);
}

/** Whether the value stands in no file of a report by chance, so that it there is a leak. */
export function isStrong(value: string): boolean {
  return value.replace(/[^a-z0-9]/gi, '').length >= STRONG && isMixed(value);
}

function isMixed(value: string): boolean {
  return /\d/.test(value) && /[a-z]/i.test(value) && !/\s/.test(value);
}

function isOurs(value: string): boolean {
  const { RUN_ID, TARGET, BASE_URL } = settings();
  return [`conformance-${RUN_ID}`, TARGET, BASE_URL].some((own) => own !== '' && own.includes(value));
}
