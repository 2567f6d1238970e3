import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Check } from '../operation.ts';
import schema from './bodies.schema.json' with { type: 'json' };

/** A field with a wrong type, or one that the reference does not list; list positions are written `*`. */
export type Problem = { pointer: string; isUnknown: boolean };

/** Returns true for a wrong type. */
export const isTyping = ({ isUnknown }: Problem): boolean => !isUnknown;

/** Returns true for a date of ISO 8601, which JavaScript does not read in its basic form or with the hours of an offset alone. */
function isDate(text: string): boolean {
  const extended = text.replace(',', '.').replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?=\d\d)/, '$1-$2-$3T$4:$5:');
  const whole = extended.replace(/(?<=T.*[+-]\d\d)$/, ':00');
  return /^\d{4}-\d{2}-\d{2}/.test(whole) && !Number.isNaN(Date.parse(whole));
}

const formats = {
  date: isDate,
  'date or empty': (text: string) => text === '' || isDate(text),
  url: (text: string) => URL.canParse(text),
  email: /^\S+@\S+$/,
};

// strictNumbers: a number that overflows is of the type number. Only bodies are checked, which takes no time at the start.
const options = { allErrors: true, strictNumbers: false, validateSchema: false, code: { optimize: false } };
const ajv = new Ajv2020({ ...options, formats }).addSchema(schema, 'bodies');

/** Returns a rule that fails if the schema of a body finds such a problem in it. */
export function has(body: 'preference' | 'agreement', matters: (problem: Problem) => boolean): Check['fails'] {
  return ({ body: { value } }) =>
    value !== undefined && !ajv.validate(`bodies#/$defs/${body}`, value) && listProblems(ajv.errors).some(matters);
}

function listProblems(errors: typeof ajv.errors): Problem[] {
  return (errors ?? []).map(({ instancePath, params: { additionalProperty: unknown } }) => {
    const pointer = instancePath.replace(/\/\d+/g, '/*');
    return { pointer: unknown === undefined ? pointer : `${pointer}/${unknown}`, isUnknown: unknown !== undefined };
  });
}
