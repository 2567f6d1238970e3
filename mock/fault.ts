import type { JsonObject } from './http/json.ts';
import type { Wire } from './http/wire.ts';
import type { Call, Check, Operation } from './operation.ts';
import type { Endpoint } from './operations.ts';

export type Patch = (operation: Operation) => Operation;

/** One small way in which the provider is wrong. */
export type Fault = {
  name: string;
  operation: Endpoint;
  /** The id of the requirement that it breaks. */
  breaks: string;
  sentence: string;
  patch: Patch;
};

export type When = (call: Call) => boolean;

/** A rule of the operation, named as it is there, changed in status, code or in when it fails. */
export function refusing(rule: string, change: Partial<Check>): Patch {
  return (operation) => {
    known(operation, rule);
    const checks = operation.checks.map((check) => (check.name === rule ? { ...check, ...change } : check));
    return { ...operation, checks };
  };
}

/** Rules of the operation left out: what they refuse is accepted. */
export function accepting(...rules: string[]): Patch {
  return (operation) => {
    for (const rule of rules) known(operation, rule);
    return { ...operation, checks: operation.checks.filter(({ name }) => !rules.includes(name)) };
  };
}

/** A rule of the operation that overlooks some of what it refuses. */
export function sparing(rule: string, spared: When): Patch {
  return (operation) => {
    const sound = operation.checks.find(({ name }) => name === rule);
    return refusing(rule, { fails: (call) => !spared(call) && sound?.fails(call) === true })(operation);
  };
}

/** Some requests let in whatever is wrong with them. */
export function lettingIn(when: When): Patch {
  return (operation) => {
    const checks = operation.checks.map((check) => ({
      ...check,
      fails: (call: Call) => !when(call) && check.fails(call),
    }));
    return { ...operation, checks };
  };
}

/** One more rule before all others: a failure, or a refusal, of what nothing is wrong with. */
export function stumbling(when: When, status = 500, code = 'internal_error'): Patch {
  const check = { name: 'something went wrong', status, code, fails: when };
  return (operation) => ({ ...operation, checks: [check, ...operation.checks] });
}

/** The request read otherwise than it was sent, by every rule and by what success does. */
export function reading(read: (call: Call) => Call): Patch {
  return (operation) => ({
    ...operation,
    checks: operation.checks.map((check) => ({ ...check, fails: (call) => check.fails(read(call)) })),
    perform: (call) => operation.perform(read(call)),
  });
}

/** The body of a success changed after everything was done right. */
export function saying(change: (body: JsonObject, call: Call) => JsonObject | undefined): Patch {
  return (operation) => ({
    ...operation,
    perform: (call) => change(operation.perform(call) ?? {}, call),
  });
}

/** The bytes of every success changed. */
export function sendingSuccess(change: (wire: Wire, call: Call) => Wire): Patch {
  return sending(({ status }) => status < 400, change);
}

/** The bytes of every refusal changed. */
export function sendingRefusal(change: (wire: Wire, call: Call) => Wire): Patch {
  return sending(({ status }) => status >= 400, change);
}

/** No answer at all to some requests: the connection stays open. */
export function hanging(when: When): Patch {
  return sending(
    () => true,
    (wire, call) => (when(call) ? { ...wire, silent: true } : wire),
  );
}

function sending(matters: (wire: Wire) => boolean, change: (wire: Wire, call: Call) => Wire): Patch {
  return (operation) => ({
    ...operation,
    wire: (wire, call) => {
      const sound = operation.wire(wire, call);
      return matters(sound) ? change(sound, call) : sound;
    },
  });
}

function known({ checks }: Operation, rule: string): void {
  if (checks.some(({ name }) => name === rule)) return;
  throw new Error(
    `The fault changes the rule "${rule}", which this variation does not have: use variation 0.`,
  );
}
