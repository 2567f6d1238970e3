import { test } from '@playwright/test';

for (let number = 1; number <= Number(process.env.TESTS); number += 1) {
  test(`sends bare request ${number}`, async ({ request }) => {
    await request.post(`${process.env.BASE_URL}/oauth/token`);
  });
}
