import type { Form } from './choices.ts';
import { bearerOf, mayTouch } from './http/bearer.ts';
import { type Call, done, type Operation, type Reply, rejected, uncoded } from './http/replies.ts';

const numbers: Record<Form['orders']['userId'], (text: string) => boolean> = {
  digits: (text) => /^\d+$/.test(text),
  'any number': (text) => text.trim() !== '' && Number.isFinite(Number(text)),
};

export const orderKey = (user: string | number, pos: string): string => JSON.stringify([String(user), pos]);

/** Deletes the order of a point of sale. */
export const deleteOrder: Operation = (call) => {
  const { noToken, userId } = call.form.orders;
  const { user = '', pos = '' } = call.path;
  const token = bearerOf(call);
  if (token === 'no token') return noToken === 400 ? rejected(400, 'invalid_access_token') : uncoded(noToken);
  if (token === 'bad token') return rejected(400, 'invalid_access_token');
  if (!numbers[userId](user)) return rejected(400, 'invalid_collectorId');
  if (pos === '') return rejected(400, 'invalid_externalPosId');
  if (!mayTouch(call, token, Number(user))) return rejected(400, 'invalid_access_token');
  return remove(call, orderKey(user, pos));
};

function remove({ form, world }: Call, key: string): Reply {
  const order = world.orders.get(key);
  if (order?.standing === 'failing') return rejected(500, 'in_store_order_creation_error');
  const { status, neverOpened, again } = form.orders;
  if (order?.standing !== 'open' && neverOpened !== 'accepted') return uncoded(Number(neverOpened));
  if (order?.standing === 'deleted' && again === 'rejected') return uncoded(404);
  if (order !== undefined) order.standing = 'deleted';
  return done(status);
}
