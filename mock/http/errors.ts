import { STATUS_CODES } from 'node:http';
import type { Variation } from '../variations.ts';
import type { JsonObject } from './json.ts';

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

export type Rejection = { status: number; code: string; name: string };

const company = {
  'message and status': ({ name, status }: Rejection) => ({ message: name, status }),
  message: ({ name }: Rejection) => ({ message: name }),
  'description and status text': ({ name, status }: Rejection) => ({
    error_description: name,
    status: `${status}`,
    title: STATUS_CODES[status] ?? '',
  }),
  nothing: () => ({}),
};

const places = {
  error: (code: string, beside: JsonObject) => ({ ...beside, error: code }),
  code: (code: string, beside: JsonObject) => ({ code, ...beside }),
  'error.code': (code: string, beside: JsonObject) => ({ error: { code, ...beside } }),
  'errors[0].code': (code: string, beside: JsonObject) => ({ errors: [{ code, ...beside }] }),
  'cause[0].code': (code: string, beside: JsonObject) => ({ ...beside, cause: [{ code }] }),
  'errors.CODE': (code: string, beside: JsonObject) => ({ ...beside, errors: { [code]: ['not accepted'] } }),
};

const spellings = {
  'Bad-Request': (words: string[]) => words.map(capitalize).join('-'),
  bad_request: (words: string[]) => words.join('_').toLowerCase(),
  'BAD REQUEST': (words: string[]) => words.join(' ').toUpperCase(),
  'bad request': (words: string[]) => words.join(' ').toLowerCase(),
  badRequest: (words: string[]) => words.map((word, at) => (at ? capitalize(word) : word.toLowerCase())).join(''),
};

/** Returns the body of a rejection: the code where the variation puts it, and the fields next to it. */
export function rejectionBody(rejection: Rejection, choices: Variation): JsonObject {
  return places[choices.errorCodeAt](rejection.code, company[choices.besideTheCode](rejection));
}

/** Returns a label of section 7 (not a code) in the variation's spelling. */
export function label(listed: string, choices: Variation): string {
  if (choices.labelSpelling === 'as listed') return listed;
  return spellings[choices.labelSpelling](listed.split(/[-_]/));
}
