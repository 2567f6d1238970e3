// A driver that creates test users by fetch.
import { createInterface } from 'node:readline';

for await (const line of createInterface({ input: process.stdin })) {
  if (/[\u0085\u2028\u2029]/.test(line)) throw new Error('Some readers, Node 24 too, take it as two lines.');
  const { scenario, input } = JSON.parse(line);
  const authorization = `Bearer ${input.token.access_token}`;
  const headers = { 'content-type': 'application/json', authorization };
  const init = { method: 'POST', headers, body: JSON.stringify(input.body) };
  const { status } = await fetch(`${process.env.MP_BASE_URL}/users/test`, init);
  console.log(JSON.stringify({ scenario, outcome: 'done', status }));
}
