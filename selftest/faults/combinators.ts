import type { Json, JsonObject } from '#mock/http/json';
import type { Wire } from '#mock/http/wire';
import type { Call, Check, Operation } from '#mock/operation';
import type { Endpoint } from '#mock/operations';
import { always, type When } from './requests.ts';

/** Changes an operation so that it has a fault. */
export type Patch = (operation: Operation) => Operation;

/** One fault as data: the violated requirement, its name without the prefix, its description, and the change. */
export type Row = readonly [requirement: string, slug: string, description: string, patch: Patch];

/** One small fault of the provider. */
export type Fault = {
  readonly name: string;
  readonly operation: Endpoint;
  readonly requirement: string;
  readonly description: string;
  readonly patch: Patch;
};

/** Returns the faults of one operation, whose names begin with the prefix. */
export function toFaults(operation: Endpoint, prefix: string, rows: readonly Row[]): Fault[] {
  return rows.map(([requirement, slug, description, patch]) => ({
    name: `${prefix}-${slug}`,
    operation,
    requirement,
    description,
    patch,
  }));
}

/** Applies several patches, the first one first. */
export function inTurn(...patches: readonly Patch[]): Patch {
  return (operation) => patches.reduce((patched, patch) => patch(patched), operation);
}

/** Changes the status, the code or the condition of a rule. */
export function changeRule(rule: string, change: Partial<Check>): Patch {
  return (operation) => {
    findRule(operation, rule);
    return changeChecks((check) => (check.name === rule ? { ...check, ...change } : check))(operation);
  };
}

/** Removes rules: what they reject is accepted. */
export function dropRules(...rules: string[]): Patch {
  return (operation) => {
    for (const rule of rules) findRule(operation, rule);
    return { ...operation, checks: operation.checks.filter(({ name }) => !rules.includes(name)) };
  };
}

/** Makes a rule accept some of the requests that it rejects. */
export function skipRule(rule: string, when: When): Patch {
  return (operation) => {
    const { fails } = findRule(operation, rule);
    return changeRule(rule, { fails: (call) => fails(call) && !when(call) })(operation);
  };
}

/** Accepts some requests even if they are invalid. */
export function acceptWhen(when: When): Patch {
  return changeChecks((check) => ({ ...check, fails: (call) => !when(call) && check.fails(call) }));
}

/** Responds to some requests with an error before any rule is checked. Default: an internal error. */
export function failWhen(when: When, status = 500, code = 'internal_error'): Patch {
  const check = { name: 'something went wrong', status, code, fails: when };
  return (operation) => ({ ...operation, checks: [check, ...operation.checks] });
}

/** Rejects some valid requests. */
export const rejectWhen = (when: When, code = 'invalid_request', status = 400): Patch => failWhen(when, status, code);

/** Adds a rule after all others. */
export function addRule(name: string, code: string, fails: When): Patch {
  return (operation) => ({ ...operation, checks: [...operation.checks, { name, status: 404, code, fails }] });
}

/** Changes the request as every rule and the success handler see it. */
export function rewriteRequest(rewrite: (call: Call) => Call): Patch {
  return (operation) => ({
    ...changeChecks((check) => ({ ...check, fails: (call) => check.fails(rewrite(call)) }))(operation),
    perform: (call) => operation.perform(rewrite(call)),
  });
}

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

/** Performs a further action after a success and leaves its body unchanged. */
export function afterSuccess(act: (body: JsonObject, call: Call) => void, when: When = always): Patch {
  return changeBody((body, call) => {
    if (when(call)) act(body, call);
    return body;
  });
}

/** Changes the raw response of a success. */
export function changeSuccess(change: (wire: Wire, call: Call) => Wire, when: When = always): Patch {
  return changeWire((wire, call) => (wire.status < 400 && when(call) ? change(wire, call) : wire));
}

/** Changes the raw response of a rejection. */
export function changeRejection(change: (wire: Wire, call: Call) => Wire, when: When = always): Patch {
  return changeWire((wire, call) => (wire.status >= 400 && when(call) ? change(wire, call) : wire));
}

/** Leaves some requests without a response: the connection stays open. */
export function neverRespond(when: When): Patch {
  return changeWire((wire, call) => (when(call) ? { ...wire, silent: true } : wire));
}

/** Returns a rule of an operation; throws if this variation does not have it. */
export function findRule({ checks }: Operation, rule: string): Check {
  const found = checks.find(({ name }) => name === rule);
  if (found) return found;
  throw new Error(`The fault changes the rule "${rule}", which this variation does not have. Use variation 0.`);
}

function changeChecks(change: (check: Check) => Check): Patch {
  return (operation) => ({ ...operation, checks: operation.checks.map(change) });
}

function changeWire(change: (wire: Wire, call: Call) => Wire): Patch {
  return (operation) => ({ ...operation, wire: (wire, call) => change(operation.wire(wire, call), call) });
}
