import type { Values } from '#api/states';
import type { Given } from '#assertions/given';
import { skipTest } from '#run/skip';

/** An order of one seller, and a valid token of another; the test is skipped if the target has no two sellers. */
interface TwoSellers {
  readonly order: Values<'an open in-store order'>;
  readonly other: Values<'an access token'>;
}

/** Returns two sellers with different user_ids: their states show the owner of a resource in no other way. */
export async function twoSellers(given: Given): Promise<TwoSellers> {
  const order = await given('an open in-store order');
  const other = await given('an access token');
  if (order.user_id === other.user_id)
    skipTest({ kind: 'one seller', states: ['an open in-store order', 'an access token'] });
  return { order, other };
}
