import { orderOf } from './instore-orders.ts';
import type { Call, Check, Operation } from './operation.ts';
import type { Endpoint, Wrap } from './operations.ts';

/** The faults of demonstrations, by name; the self-tests have many more. */
const demoFaults: Readonly<Record<string, Wrap>> = {
  'token-wrong-secret-status': changeCheck('oauth-token', 'a wrong client_secret', { status: 401 }),
  'intent-conflict-status': changeCheck('point-payment-intents', 'a payment intent that cannot be cancelled now', {
    status: 400,
  }),
  'order-no-number-code': changeCheck('instore-orders', 'a user_id that is no number', { code: 'invalid_collectorid' }),
  'order-nothing-done': (operation, endpoint) => (endpoint === 'instore-orders' ? deleteNothing(operation) : operation),
};

/** Returns a function that adds faults to operations. `names` is comma-separated; throws for an unknown name. */
export function withDemoFaults(names: string): Wrap {
  const wraps = names === '' ? [] : names.split(',').map((name) => findFault(name.trim()));
  return (sound, endpoint) => wraps.reduce((operation, wrap) => wrap(operation, endpoint), sound);
}

function findFault(name: string): Wrap {
  const wrap = demoFaults[name];
  if (wrap) return wrap;
  const expected = Object.keys(demoFaults).join(', ');
  throw new Error(`MOCK_FAULT is ${JSON.stringify(name)}, an unknown fault. Expected one of ${expected}.`);
}

function changeCheck(endpoint: Endpoint, name: string, change: Partial<Check>): Wrap {
  return (operation, served) =>
    served === endpoint
      ? {
          ...operation,
          checks: operation.checks.map((check) => (check.name === name ? { ...check, ...change } : check)),
        }
      : operation;
}

/** Deletes nothing. Visible only if an unknown order is rejected, so this adds that rule. */
function deleteNothing(operation: Operation): Operation {
  const fails = (call: Call) => orderOf(call) === undefined;
  const check = { name: 'no such order', status: 404, code: 'order_not_found', fails };
  return { ...operation, checks: [...operation.checks, check], perform: () => undefined };
}
