import {
  accepting,
  type Fault,
  type Patch,
  saying,
  sendingSuccess,
  sparing,
  type When,
} from '../../fault.ts';
import type { Call } from '../../operation.ts';
import { rowsOf } from '../row.ts';

const orders = rowsOf('instore-orders', 'order').row;
const { row } = rowsOf('point-payment-intents', 'intent');
const scoped: When = ({ headers }) => headers['x-test-scope'] !== undefined;

/** Deletions and cancellations that are wrong for some alone: the second of one, each second one, in the test scope. */
export const rareDeletionFaults: readonly Fault[] = [
  orders('ORD-02', 'again-body', 'A second deletion of an order answers a body.', answering(again)),
  orders('ORD-02', 'alternate-body', 'Each second deletion answers a body.', answering(alternately)),
  row('PNT-01', 'again-other-id', 'A second cancellation answers a made-up id.', cancellingAgain),
  row(
    'PNT-12',
    'unregistered-scoped',
    'In the test scope an unregistered integrator cancels.',
    sparing('an integrator that is not registered', scoped),
  ),
];

function answering(whenOf: () => When): Patch {
  const body = { status: 200, headers: { 'Content-Type': 'application/json' }, text: '{"deleted":true}' };
  return (sound) => {
    const when = whenOf();
    return sendingSuccess((wire, call) => (when(call) ? { ...wire, ...body } : wire))(sound);
  };
}

/** True from the second time on that the same path comes. */
function again(): When {
  const seen = new Set<string>();
  return ({ path }) => {
    const isSeen = seen.has(JSON.stringify(path));
    seen.add(JSON.stringify(path));
    return isSeen;
  };
}

function alternately(): When {
  let count = 0;
  return () => ++count % 2 === 0;
}

/** Shows only where a payment intent can be cancelled again. */
function cancellingAgain(sound: Parameters<Patch>[0]) {
  const isAgain = again();
  const id = ({ path }: Call) => path.paymentintentid ?? '';
  const patch = saying((body, call) => (isAgain(call) ? { id: `${id(call)}-again` } : body));
  return patch(accepting('a payment intent cancelled before')(sound));
}
