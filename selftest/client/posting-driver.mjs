// A driver that creates test users by fetch.
import { createInterface } from 'node:readline';

for await (const line of createInterface({ input: process.stdin })) {
  const { scenario, input } = JSON.parse(line);
  const authorization = `Bearer ${input.token.access_token}`;
  const headers = { 'content-type': 'application/json', authorization };
  const init = { method: 'POST', headers, body: JSON.stringify(input.body) };
  const { status } = await fetch(`${process.env.MP_BASE_URL}/users/test`, init);
  console.log(JSON.stringify({ scenario, outcome: 'done', status }));
}
