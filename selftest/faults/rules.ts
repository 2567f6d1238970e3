import type { Call, Check, Operation } from '#mock/operation';
import type { Patch } from './fault.ts';
import type { When } from './requests.ts';

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

/** Applies a patch to the requests that several rules reject. */
export function whereBroken(patch: (when: When) => Patch, ...rules: readonly string[]): Patch {
  return (operation) => {
    const broken = rules.map((rule) => findRule(operation, rule));
    return patch((call) => broken.every(({ fails }) => fails(call)))(operation);
  };
}

/** Returns a rule of an operation; throws if this variation does not have it. */
function findRule({ checks }: Operation, rule: string): Check {
  const found = checks.find(({ name }) => name === rule);
  if (found) return found;
  throw new Error(`The fault changes the rule "${rule}", which this variation does not have. Use variation 0.`);
}

function changeChecks(change: (check: Check) => Check): Patch {
  return (operation) => ({ ...operation, checks: operation.checks.map(change) });
}
