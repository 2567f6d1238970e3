import { type Json, type JsonObject, without } from '../json.ts';

/** One way to make a required field missing, and the body without it. */
export interface Missing {
  readonly name: string;
  readonly of: (body: JsonObject, member: string) => JsonObject;
}

/** A required field that is present but empty: a reader finds it missing or finds no such value. */
export const emptyMembers: readonly Missing[] = [
  { name: 'empty', of: valued('') },
  { name: 'a blank', of: valued(' ') },
  { name: 'null', of: valued(null) },
];

/** A required text wrapped in a value of another type, from which it can still be read. */
export const wrappedMembers: readonly Missing[] = [
  { name: 'in a list', of: (body, member) => ({ ...body, [member]: [body[member] ?? null] }) },
  { name: 'in an object', of: (body, member) => ({ ...body, [member]: { value: body[member] ?? null } }) },
  { name: 'an empty list', of: valued([]) },
  { name: 'an empty object', of: valued({}) },
];

/** Fields whose names are misspelt versions of the required one. */
export const misspeltMembers: readonly Missing[] = [
  { name: 'in capitals', of: renamed((member) => member.toUpperCase()) },
  { name: 'with a hyphen', of: renamed((member) => member.replace(/_|$/, '-')) },
  { name: 'with a blank behind its name', of: renamed((member) => `${member} `) },
];

function valued(value: Json): Missing['of'] {
  return (body, member) => ({ ...body, [member]: value });
}

function renamed(rename: (member: string) => string): Missing['of'] {
  return (body, member) => ({ ...without(body, `/${member}`), [rename(member)]: body[member] ?? null });
}
