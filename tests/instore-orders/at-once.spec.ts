import { covers } from '#api/covers';
import { record } from '#assertions/record';
import { test } from '#assertions/test';
import { expectSomeOfThree } from '../at-once.ts';

test(
  'How many of three deletions at once of one order succeed?',
  covers('ORD-23', 'ORD-64'),
  async ({ call, given }) => {
    const { access_token: token, ...path } = await given('an open in-store order');

    const send = () => call('instore-orders', { token, path });
    // 7: what is listed for a deletion that failed is a 500.
    record(await expectSomeOfThree(send, 'in_store_order_creation_error'));
  },
);
