import { type Fault, type Patch, saying } from '../fault.ts';
import type { Json, JsonObject } from '../http/json.ts';
import type { Call } from '../operation.ts';

/** A member of a success and a value of another type than its own. */
export type Member = { name: string; wrong: Json; breaks?: string };

/** A success with a member whose value is wrong; see `wrongValue`. */
export type WrongValue = {
  breaks: string;
  slug: string;
  member: string;
  sentence: string;
  value: (right: string, call: Call) => Json;
};

type Place = {
  operation: Fault['operation'];
  prefix: string;
  breaks: string;
  when?: (call: Call) => boolean;
};

/** For each member of a response: missing, null, and of another type. */
export function memberFaults(place: Place, members: readonly Member[]): Fault[] {
  const { operation, prefix, when = () => true } = place;
  return members.flatMap(({ name, wrong, breaks = place.breaks }) =>
    [
      { how: 'missing', change: (body: JsonObject) => without(body, name) },
      { how: 'null', change: (body: JsonObject) => ({ ...body, [name]: null }) },
      { how: 'of another type', change: (body: JsonObject) => ({ ...body, [name]: wrong }) },
    ].map(({ how, change }) => ({
      name: `${prefix}-${name}-${how.replaceAll(' ', '-')}`,
      operation,
      breaks,
      sentence: `The member ${name} of the answer is ${how}.`,
      patch: saying((body, call) => (when(call) ? change(body) : body)),
    })),
  );
}

/** For each wrong value: a success that carries it. */
export function valueFaults(
  { operation, prefix }: Omit<Place, 'breaks'>,
  values: readonly WrongValue[],
): Fault[] {
  return values.map(({ breaks, slug, member, sentence, value }) => ({
    name: `${prefix}-${slug}`,
    operation,
    breaks,
    sentence,
    patch: saying((body, call) => ({ ...body, [member]: value(String(body[member]), call) })),
  }));
}

/** A success that says the same of a member always. */
export function claiming(member: string, value: Json): Patch {
  return saying((body) => ({ ...body, [member]: value }));
}

/** Writes the row of a member that is wrong, from the right value or the request. */
export function wrongValue(
  breaks: string,
  slug: string,
  member: string,
  sentence: string,
  value: WrongValue['value'],
): WrongValue {
  return { breaks, slug, member, sentence, value };
}

function without(body: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([member]) => member !== name));
}
