import { once } from 'node:events';
import { connect } from 'node:net';

// Sends each request that it is given as {"to", "method", "body", "token", "state", "headers"} and prints the statuses. `to` may
// begin with a variable: `$MP_BASE_URL/users/test`. A `state` is asked for first, and its token is sent. `bytes` are sent as they are.
for (const text of process.argv.slice(2)) {
  const { to, method = 'POST', body, token = 'APP_USR-4711-its-own', state, headers, bytes } = JSON.parse(text);
  const url = to.replace(/^\$(\w+)/, (_, name) => process.env[name]);
  if (bytes !== undefined) {
    await once(connect(new URL(url).port, '127.0.0.1').end(bytes).resume(), 'close');
    continue;
  }
  const given = state && (await post(process.env.PROVIDER_STATES_URL, { state, params: {}, action: 'setup' }));
  const answer = await fetch(url, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${given?.access_token ?? token}` }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  console.log(answer.status, process.env.SDK_GATE_REPLIES);
}

async function post(url, body) {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}
