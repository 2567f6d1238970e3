import { needing } from '../../suite/core/covers.ts';
import { labelOf } from '../../suite/core/errors.ts';
import { replyOf, shapeOf } from '../../suite/core/reply.ts';
import { expect } from '../../suite/fixtures/expect.ts';
import { record } from '../../suite/fixtures/record.ts';
import { test } from '../../suite/fixtures/test.ts';
import { refusals } from './refusals.ts';
import { covers, requirements } from './requirements.ts';

const purpose = 'refusal';

for (const { id, name, status, request } of refusals) {
  const { needs = [] } = requirements[id];

  test(`refuses ${name} with a listed status`, covers(id), async ({ call, given, tag }) => {
    const response = await call('test-users', { ...(await request(given, tag)), purpose });

    await expect(response).toBeError(status);
  });

  test(`labels the refusal of ${name}`, needing(needs, covers('USR-20')), async ({ call, given, tag }) => {
    const response = await call('test-users', { ...(await request(given, tag)), purpose });

    await expect(response).toBeError(status, {
      label: labelOf('test-users', response.status) ?? 'a listed one',
    });
  });

  test(
    `answers the refusal of ${name} in JSON`,
    needing(needs, covers('USR-07')),
    async ({ call, given, tag }) => {
      const response = await call('test-users', { ...(await request(given, tag)), purpose });

      await expect(response).toBeJson();
    },
  );

  test(
    `Which status and code has ${name}?`,
    needing(needs, covers('USR-62')),
    async ({ call, given, tag }) => {
      record(replyOf(await call('test-users', { ...(await request(given, tag)), purpose })));
    },
  );
}

test('What is the shape of a test user error?', covers('USR-63'), async ({ call, tag }) => {
  record(shapeOf((await call('test-users', { purpose, body: { description: tag } })).json));
});
