import { accepting, type Fault, saying, sparing } from '../fault.ts';
import type { JsonObject } from '../http/json.ts';
import type { Call } from '../operation.ts';
import { redirecting, refusalBodyFaults, successBodyFaults } from './bodies.ts';
import { type ListedError, listedErrorFaults, protectionFaults } from './listed-errors.ts';
import { claiming, memberFaults } from './members.ts';
import { rowsOf } from './row.ts';

const operation = 'point-payment-intents';
const prefix = 'intent';
const { row, fails, refuses } = rowsOf(operation, prefix);
const otherDevice = "another device's payment intent";

const errors: readonly ListedError[] = [
  error('PNT-12', 'unregistered', 'An unregistered integrator', 'an integrator that is not registered', 401),
  error('PNT-13', 'conflict', 'A conflict', 'a payment intent that cannot be cancelled now', 400),
  error('PNT-14', 'failing', 'A failure inside', 'a failure inside', 501),
];

/** Wrong cancellations (2.4, 7). */
export const paymentIntentFaults: readonly Fault[] = [
  ...memberFaults({ operation, prefix, breaks: 'PNT-01' }, [{ name: 'id', wrong: 4021 }]),
  row('PNT-01', 'id-of-device', 'The id of the device comes back.', saying(idOfDevice)),
  row('PNT-01', 'id-of-another', 'The id of another payment intent comes back.', saying(idOfAnother)),
  row('PNT-01', 'id-cut', 'The id comes back cut.', saying(idCut)),
  row('PNT-01', 'id-empty', 'The id comes back empty.', claiming('id', '')),
  row('PNT-01', 'found', 'A success is a redirection.', redirecting),
  row('PNT-01', 'wrapped', 'The answer stands in a member named data.', saying(wrapped)),
  refuses('PNT-02', 'scope-refused', 'The header x-test-scope is refused.', isScoped),
  fails('PNT-02', 'scope-fails', 'The header x-test-scope makes the service fail.', isScoped),
  row('PNT-02', 'scope-id', 'In the test scope a made-up id comes back.', saying(madeUpId)),
  ...successBodyFaults({ operation, prefix, breaks: 'PNT-03' }, ['html', 'empty', 'untyped', 'text-plain']),
  ...successBodyFaults({ operation, prefix, breaks: 'PNT-03' }, ['truncated']),
  // What is cancelled is refused when it is cancelled again.
  ...successBodyFaults({ operation, prefix, breaks: 'PNT-01' }, ['short']),
  ...refusalBodyFaults({ operation, prefix, breaks: 'PNT-04' }, ['html', 'html-called-json', 'untyped']),
  ...refusalBodyFaults({ operation, prefix, breaks: 'PNT-04' }, ['text-plain', 'truncated']),
  ...listedErrorFaults({ operation, prefix }, errors),
  ...protectionFaults(operation, prefix, [
    { guard: 'noToken', breaks: 'PNT-15', status: 500 },
    { guard: 'madeUp', breaks: 'PNT-10', status: 400, code: 'unauthorized' },
    { guard: 'expired', breaks: 'PNT-11', status: 403, code: 'expired_token' },
  ]),
  row(
    'PNT-24',
    'any-seller',
    'The token of any seller cancels a payment intent.',
    accepting("another seller's payment intent"),
  ),
  row('PNT-16', 'other-device', 'The device is not looked at.', sparing(otherDevice, isAny)),
  row('PNT-16', 'device-prefix', 'A device is known by its beginning.', sparing(otherDevice, isLonger)),
];

function error(breaks: string, slug: string, request: string, rule: string, status: number): ListedError {
  return { breaks, slug, request, rule, status, code: 'cancel_error' };
}

function idOfDevice(_body: JsonObject, { path }: Call): JsonObject {
  return { id: path.deviceid ?? '' };
}

function idOfAnother(body: JsonObject, { world }: Call): JsonObject {
  return { id: [...world.intents.keys()].find((id) => id !== body.id) ?? 'another' };
}

function idCut({ id }: JsonObject): JsonObject {
  return { id: String(id).slice(0, 8) };
}

function wrapped(body: JsonObject): JsonObject {
  return { data: body };
}

function madeUpId(body: JsonObject, call: Call): JsonObject {
  return isScoped(call) ? { id: 'a-payment-intent' } : body;
}

function isScoped({ headers }: Call): boolean {
  return headers['x-test-scope'] === 'sandbox';
}

function isAny(): boolean {
  return true;
}

function isLonger({ world, path }: Call): boolean {
  const own = world.intents.get(path.paymentintentid ?? '')?.deviceId;
  return own !== undefined && path.deviceid?.startsWith(own) === true;
}
