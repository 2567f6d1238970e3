import type { Json, JsonObject } from '#mock/http/json';
import type { Wire } from '#mock/http/wire';
import type { Call } from '#mock/operation';
import type { World } from '#mock/world/world';
import { inTurn, type Patch, type Row } from './fault.ts';
import { always, type When } from './requests.ts';
import { has, textAt, valueAt } from './values.ts';

type KeyOf = (call: Call) => string;

/** Changes the body of a success after the operation was performed. */
export function changeBody(change: (body: JsonObject, call: Call) => JsonObject): Patch {
  return (operation) => ({ ...operation, perform: (call) => change(operation.perform(call) ?? {}, call) });
}

/** Sets fields in the body of a success. */
export function setFields(fields: JsonObject, when: When = always): Patch {
  return changeBody((body, call) => (when(call) ? { ...body, ...fields } : body));
}

/** Removes a field from the body of a success. */
export function dropField(name: string, when: When = always): Patch {
  return changeBody((body, call) =>
    when(call) ? Object.fromEntries(Object.entries(body).filter(([field]) => field !== name)) : body,
  );
}

/** Changes one field in the body of a success. */
export function changeField(name: string, change: (value: string, call: Call) => Json, when: When = always): Patch {
  return changeBody((body, call) => (when(call) ? { ...body, [name]: change(String(body[name]), call) } : body));
}

/** Sets a field of a success to a value of its request, if there is one. */
export function copyField(name: string, from: string): Patch {
  return changeBody((body, call) => ({ ...body, [name]: valueAt(call, from) ?? body[name] ?? null }));
}

/** Returns the first value of a field for each later success with the same key. */
export function repeatFirst(name: string, keyOf: (call: Call, body: JsonObject) => string, when: When = always): Patch {
  return (operation) => {
    const first = new Map<string, Json>();
    return changeBody((body, call) => {
      if (!when(call)) return body;
      const key = keyOf(call, body);
      first.set(key, first.get(key) ?? body[name] ?? null);
      return { ...body, [name]: first.get(key) ?? null };
    })(operation);
  };
}

/** Numbers the ids of successes anew for each key. */
export function numberIds(name: string, keyOf: KeyOf): Patch {
  return (operation) => {
    const counts = new Map<string, number>();
    return changeBody((body, call) => {
      const count = (counts.get(keyOf(call)) ?? 5_000) + 1;
      counts.set(keyOf(call), count);
      return { ...body, [name]: typeof body[name] === 'string' ? `${count}` : count };
    })(operation);
  };
}

/** Returns the field of the success before, if that came within these milliseconds; what is kept is returned on and on. */
export function repeatWithin(milliseconds: number, field: string, isKept = true, when: When = always): Patch {
  const last = new WeakMap<World, { value: Json; time: number }>();
  return changeBody((body, call) => {
    if (!when(call)) return body;
    const before = last.get(call.world);
    const [own, time] = [body[field] ?? null, Date.now()];
    const value = before && time - before.time < milliseconds ? before.value : own;
    last.set(call.world, { value: isKept ? value : own, time });
    return { ...body, [field]: value };
  });
}

/** Returns a value of the last rejected request with the same key in place of the right one. Default: of its body. */
export function returnRejected(name: string, keyOf: KeyOf, of: KeyOf = (call) => textAt(call, name)): Patch {
  const rejected = new Map<string, string>();
  return (operation) => {
    const keep = changeError((wire, call) => {
      if (of(call) !== '') rejected.set(keyOf(call), of(call));
      return wire;
    });
    return changeField(name, (value, call) => rejected.get(keyOf(call)) ?? value)(keep(operation));
  };
}

/** Performs a further action after a success and leaves its body unchanged. */
export function afterSuccess(act: (body: JsonObject, call: Call) => void, when: When = always): Patch {
  return changeBody((body, call) => {
    if (when(call)) act(body, call);
    return body;
  });
}

/** Applies a patch to the requests with a value of the field that a success had: in its request, or in its response. */
export function whereKnown(field: string, patch: (when: When) => Patch, when: When = always, isIssued = false): Patch {
  const known = new Set<string>();
  const record = afterSuccess((body, call) => known.add(isIssued ? `${body[field]}` : textAt(call, field)), when);
  const isKnown: When = (call) => has(field)(call) && known.has(textAt(call, field));
  return inTurn(record, patch(isKnown));
}

/** Changes the raw response of a success. */
export function changeSuccess(change: (wire: Wire, call: Call) => Wire, when: When = always): Patch {
  return changeWire((wire, call) => (wire.status < 400 && when(call) ? change(wire, call) : wire));
}

/** Changes the raw response of a rejection. */
export function changeError(change: (wire: Wire, call: Call) => Wire, when: When = always): Patch {
  return changeWire((wire, call) => (wire.status >= 400 && when(call) ? change(wire, call) : wire));
}

/** Leaves some requests without a response: the connection stays open. */
export function neverRespond(when: When): Patch {
  return changeWire((wire, call) => (when(call) ? { ...wire, silent: true } : wire));
}

/** Ends the access token that a request has in some place. */
export function endWhere(find: (call: Call) => string): Patch {
  return changeWire((wire, call) => {
    const token = call.world.accessTokens.get(find(call));
    if (token) token.expiresAt = 0;
    return wire;
  });
}

/** Changes the raw response of any request. */
export function changeWire(change: (wire: Wire, call: Call) => Wire): Patch {
  return (operation) => ({ ...operation, wire: (wire, call) => change(operation.wire?.(wire, call) ?? wire, call) });
}

/** Returns three rows for each field of a success: missing, null, and of another type, with this value. */
export function fieldRows(requirement: string, fields: JsonObject, when: When = always): Row[] {
  return Object.entries(fields).flatMap(([name, wrong]): Row[] => [
    [requirement, `${name}-missing`, `The field ${name} is missing`, dropField(name, when)],
    [requirement, `${name}-null`, `The field ${name} is null`, setFields({ [name]: null }, when)],
    [requirement, `${name}-of-another-type`, `The field ${name} has another type`, setFields({ [name]: wrong }, when)],
  ]);
}

/** Puts the body of a success into a field named data. */
export const wrapInData = changeBody((body) => ({ data: body }));

/** Renames an access token; the provider knows it by its new text. */
export function renameToken(rename: (text: string, clientId: string) => string, when: When = always): Patch {
  return changeBody((body, call) => {
    const text = `${body.access_token}`;
    const token = call.world.accessTokens.get(text);
    if (!when(call) || !token) return body;
    const other = rename(text, textAt(call, 'client_id'));
    call.world.accessTokens.set(other, token);
    return { ...body, access_token: other };
  });
}
