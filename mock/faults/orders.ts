import { accepting, type Fault, type Patch, sendingSuccess, sparing } from '../fault.ts';
import { orderOf } from '../instore-orders.ts';
import type { Call, Operation } from '../operation.ts';
import { redirecting, refusalBodyFaults } from './bodies.ts';
import { type ListedError, listedErrorFaults, protectionFaults } from './listed-errors.ts';
import { rowsOf } from './row.ts';

const operation = 'instore-orders';
const prefix = 'order';
const { row, fails, refuses } = rowsOf(operation, prefix);
const otherSeller = "another seller's order";
const noNumber = 'a user_id that is no number';

const errors: readonly ListedError[] = [
  error('ORD-10', 'no-number', 'A user_id that is no number', noNumber, 'invalid_collectorid'),
  error(
    'ORD-11',
    'no-pos',
    'An empty external_pos_id',
    'an empty external_pos_id',
    'invalid_external_pos_id',
  ),
  { ...error('ORD-14', 'failing', 'A failure inside', 'a failure inside', 'internal_error'), status: 400 },
];

/** Wrong deletions (2.6, 7). */
export const orderFaults: readonly Fault[] = [
  fails('ORD-01', 'fails', 'Deleting an open order fails.', isOpen),
  refuses('ORD-01', 'refused', 'Deleting an open order is refused.', isOpen),
  row('ORD-01', 'found', 'A success is a redirection.', redirecting),
  row('ORD-02', 'empty-object', 'A deletion answers an empty object.', answering('{}')),
  row('ORD-02', 'null', 'A deletion answers null.', answering('null')),
  row('ORD-02', 'sentence', 'A deletion answers a sentence.', answering('Order deleted', 'text/plain')),
  row('ORD-02', 'line', 'A deletion answers a line break.', answering('\n', 'text/plain')),
  ...refusalBodyFaults({ operation, prefix, breaks: 'ORD-03' }, ['html', 'html-called-json', 'untyped']),
  ...refusalBodyFaults({ operation, prefix, breaks: 'ORD-03' }, ['text-plain', 'truncated']),
  ...listedErrorFaults({ operation, prefix }, errors),
  ...protectionFaults(operation, prefix, [
    { guard: 'noToken', breaks: 'ORD-15', status: 500 },
    { guard: 'madeUp', breaks: 'ORD-12', status: 401, code: 'unauthorized' },
    { guard: 'expired', breaks: 'ORD-13', status: 401, code: 'expired_token' },
  ]),
  row(
    'ORD-10',
    'leading-digits',
    'A user_id is read by its first digits.',
    sparing(noNumber, beginsWithDigits),
  ),
  row('ORD-10', 'letters', 'A user_id of letters is a number.', sparing(noNumber, isLetters)),
  row('ORD-24', 'any-seller', 'The token of any seller deletes an order.', accepting(otherSeller)),
  row('ORD-16', 'nothing-done', 'A deletion that answers success does nothing.', doingNothing),
];

function error(breaks: string, slug: string, request: string, rule: string, code: string): ListedError {
  return { breaks, slug, request, rule, code, status: 404 };
}

function answering(text: string, type = 'application/json'): Patch {
  return sendingSuccess((wire) => ({ ...wire, status: 200, headers: { 'Content-Type': type }, text }));
}

/** Shows only where an order that never was is refused, so that rule comes with it. */
export function doingNothing(sound: Operation): Operation {
  const fails = (call: Call) => orderOf(call) === undefined;
  const check = { name: 'no such order', status: 404, code: 'order_not_found', fails };
  return { ...sound, checks: [...sound.checks, check], perform: () => undefined };
}

function isOpen(call: Call): boolean {
  return orderOf(call)?.standing === 'open';
}

function beginsWithDigits(call: Call): boolean {
  return Number.isFinite(Number.parseInt(call.path.user_id ?? '', 10));
}

function isLetters(call: Call): boolean {
  return /^[a-z]+$/.test(call.path.user_id ?? '');
}
