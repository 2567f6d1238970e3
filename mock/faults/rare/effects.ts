import { type Fault, type Patch, saying, sparing, stumbling } from '../../fault.ts';
import { accessToken } from '../../http/bearer.ts';
import type { Json } from '../../http/json.ts';
import { orderOf } from '../../instore-orders.ts';
import type { Call, Operation } from '../../operation.ts';
import type { World } from '../../world/world.ts';
import { rowsOf } from '../row.ts';

const tokens = rowsOf('oauth-token', 'token').row;
const intents = rowsOf('point-payment-intents', 'intent').row;
const orders = rowsOf('instore-orders', 'order').row;
const users = rowsOf('test-users', 'test-user').row;
const agreements = rowsOf('wallet-agreements', 'agreement').row;

const neverIssued = 'a token that was never issued';

/** How near two requests are that come at the same time. */
const MOMENT = 100;

/** What is done that should not be, or not done for what should. */
export const effectFaults: readonly Fault[] = [
  intents('PNT-25', 'refused-and-done', 'A cancellation is done before its token is looked at.', doneFirst),
  orders('ORD-25', 'refused-and-done', 'A deletion is done before its token is looked at.', (sound) =>
    refusingDeleted(doneFirst(sound)),
  ),
  orders('ORD-01', 'deletes-the-last', 'A deletion deletes the order that was opened last.', deletingTheLast),
  users('USR-05', 'ids-of-a-moment', 'The id is the time of day.', ofAMoment('id')),
  agreements('WAL-03', 'ids-of-a-moment', 'The agreement_id is the time of day.', ofAMoment('agreement_id')),
  intents(
    'TOK-19',
    'issued-fails',
    'A token that was issued makes a cancellation fail.',
    refusingIssued(500),
  ),
  orders('TOK-19', 'issued-fails', 'A token that was issued makes a deletion fail.', refusingIssued(500)),
  intents(
    'PNT-12',
    'unregistered-again',
    'An integrator that is not registered may try again.',
    secondTime('an integrator that is not registered'),
  ),
  users(
    'USR-15',
    'forbidden-again',
    'Who may not create test users may try again.',
    secondTime('a token that may not create test users'),
  ),
  users(
    'USR-15',
    'forbidden-charset',
    'Who may not create test users may with a charset.',
    sparing('a token that may not create test users', ({ headers }) =>
      `${headers['content-type']}`.includes('charset'),
    ),
  ),
  tokens(
    'TOK-45',
    'limit-again',
    'The rate is not limited the second time.',
    secondTime('too many requests of this application'),
  ),
  orders(
    'ORD-10',
    'no-number-again',
    'A user_id that is no number is good the second time.',
    secondTime('a user_id that is no number'),
  ),
];

function doneFirst(operation: Operation): Operation {
  const checks = operation.checks.map((check) => {
    if (check.name !== neverIssued) return check;
    const fails = (call: Call) => {
      const isRefused = check.fails(call);
      if (isRefused) operation.perform(call);
      return isRefused;
    };
    return { ...check, fails };
  });
  return { ...operation, checks };
}

function deletingTheLast(operation: Operation): Operation {
  const perform = ({ world }: Call) => {
    const last = [...world.orders.values()].at(-1);
    if (last) last.standing = 'deleted';
    return undefined;
  };
  return refusingDeleted({ ...operation, perform });
}

/** Whether what is deleted can be deleted is not shown: here it cannot, so that a deletion shows. */
function refusingDeleted(operation: Operation): Operation {
  const fails = (call: Call) => orderOf(call)?.standing === 'deleted';
  const check = { name: 'a deleted order', status: 404, code: 'order_not_found', fails };
  return { ...operation, checks: [...operation.checks, check] };
}

function ofAMoment(member: string): Patch {
  const last = new WeakMap<World, { value: Json; time: number }>();
  return saying((body, { world }) => {
    const before = last.get(world);
    const time = Date.now();
    const value = before && time - before.time < MOMENT ? before.value : (body[member] ?? null);
    last.set(world, { value, time });
    return { ...body, [member]: value };
  });
}

/** A token that the token operation gave, and not a state. */
function refusingIssued(status: number): Patch {
  return stumbling(
    (call) => {
      const client = accessToken(call)?.clientId;
      const { codes, refreshTokens } = call.world;
      return [...codes.values(), ...refreshTokens.values()].some(({ clientId }) => clientId === client);
    },
    status,
    'bad_request',
  );
}

function secondTime(rule: string): Patch {
  return (operation) => {
    const sound = operation.checks.find(({ name }) => name === rule);
    const seen = new Map<string, Call['body']>();
    return sparing(rule, (call) => {
      if (!sound?.fails(call)) return false;
      const key = `${call.headers.authorization} ${JSON.stringify(call.path)} ${call.body.text}`;
      if (!seen.has(key)) seen.set(key, call.body);
      return seen.get(key) !== call.body;
    })(operation);
  };
}
