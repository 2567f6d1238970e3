import { covers } from '#api/covers';
import { eachCase } from '#assertions/each-case';
import { expect } from '#assertions/expect';
import { test } from '#assertions/test';
import { nearIds } from '#factories/near-misses/ids';
import { mayBeNamed } from '#safety/deletions';

for (const { name, words, covering } of [
  { name: 'device_id', words: 'device', covering: covers('PNT-16') },
  { name: 'payment_intent_id', words: 'own id', covering: covers('PNT-21') },
] as const) {
  test(`leaves a payment intent alone whose ${words} is almost right`, covering, async ({ call, given }) => {
    const { access_token: token, ...path } = await given('a queued payment intent');

    const others = nearIds(path[name]).map((near) => ({ ...near, other: { ...path, [name]: near.value } }));
    await eachCase(
      others.filter(({ other }) => mayBeNamed(other)),
      async (near) => {
        const response = await call('point-payment-intents', { token, path: near.other });
        await expect.soft(response, near.name).toBeError('4xx');
      },
    );

    // It is still there to be cancelled.
    await expect(await call('point-payment-intents', { token, path })).toBeAccepted();
  });
}
