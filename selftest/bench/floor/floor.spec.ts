import { test } from '@playwright/test';

const { TESTS, PROJECTS = 1 } = process.env;

for (let number = 1; number <= Math.ceil(Number(TESTS) / Number(PROJECTS)); number += 1) {
  test(`sends bare request ${number}`, async ({ request }) => {
    await request.post(`${process.env.BASE_URL}/oauth/token`);
  });
}
