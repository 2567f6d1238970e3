import { type Fault, type Patch, saying, stumbling, type When } from '../fault.ts';
import type { Json } from '../http/json.ts';
import { orderOf } from '../instore-orders.ts';
import { type Call, textMember } from '../operation.ts';
import { intentOf } from '../point-payment-intents.ts';
import type { Intent, World } from '../world/world.ts';
import { isMalformed } from './found.ts';
import { rowsOf } from './row.ts';

const tokens = rowsOf('oauth-token', 'token').row;
const intents = rowsOf('point-payment-intents', 'intent');
const orders = rowsOf('instore-orders', 'order');
const agreements = rowsOf('wallet-agreements', 'agreement');
const users = rowsOf('test-users', 'test-user');

/** How near two requests are that come at the same time. */
const MOMENT = 50;

/** What goes wrong where requests come at the same time, or right after certain others. */
export const atOnceFaults: readonly Fault[] = [
  tokens('TOK-55', 'used-code-fails', 'A code that was used before fails.', failingWhereUsed('code')),
  tokens(
    'TOK-55',
    'used-refresh-fails',
    'Renewing twice with one token fails.',
    failingWhereUsed('refresh_token'),
  ),
  intents.fails(
    'PNT-22',
    'again-fails',
    'A second cancellation fails.',
    (call) => intentOf(call)?.standing === 'cancelled',
  ),
  orders.fails(
    'ORD-23',
    'again-fails',
    'A second deletion fails.',
    (call) => orderOf(call)?.standing === 'deleted',
  ),
  users.row(
    'USR-03',
    'crossed',
    'The description of the creation just before comes back.',
    crossed('description'),
  ),
  intents.row('PNT-23', 'crossed', 'The id of the cancellation just before comes back.', crossed('id')),
  tokens(
    'TOK-56',
    'after-malformed',
    'After malformed JSON the next request is refused.',
    stumbling(after(isMalformed), 400, 'invalid_request'),
  ),
  agreements.fails(
    'TOK-56',
    'after-cancellation',
    'After a cancellation an agreement fails.',
    afterCancellation(),
  ),
];

/** What was used up once more: the request finds it where it should not be. */
function failingWhereUsed(member: 'code' | 'refresh_token'): Patch {
  const used = new WeakMap<World, Set<string>>();
  const usedIn = ({ world }: Call) => {
    const known = used.get(world) ?? new Set<string>();
    used.set(world, known);
    return known;
  };
  const remember = saying((body, call) => {
    usedIn(call).add(textMember(call, member) ?? '');
    return body;
  });
  const stumble = stumbling((call) => {
    const value = textMember(call, member);
    return value !== undefined && usedIn(call).has(value);
  });
  return (operation) => stumble(remember(operation));
}

function crossed(member: string): Patch {
  const last = new WeakMap<World, { value: Json; time: number }>();
  return saying((body, { world }) => {
    const before = last.get(world);
    const time = Date.now();
    last.set(world, { value: body[member] ?? null, time });
    return before && time - before.time < MOMENT ? { ...body, [member]: before.value } : body;
  });
}

/** True of a request that comes right after one of which it holds. */
function after(holds: When): When {
  const isNext = new WeakSet<World>();
  return (call) => {
    const follows = isNext.delete(call.world);
    if (holds(call)) isNext.add(call.world);
    return follows && !holds(call);
  };
}

/** True once for each payment intent that was the last one and is cancelled. */
function afterCancellation(): When {
  const known = new WeakSet<Intent>();
  return ({ world }) => {
    const last = [...world.intents.values()].at(-1);
    if (last?.standing !== 'cancelled' || known.has(last)) return false;
    known.add(last);
    return true;
  };
}
