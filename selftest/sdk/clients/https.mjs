import { Agent, request } from 'node:https';

// An agent of its own and no fetch: Node before 24 has no proxy for this at all.
const agent = new Agent({ keepAlive: true });

function send(method, path, body) {
  const headers = {
    authorization: 'Bearer APP_USR-4711-its-own',
    ...(body && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(`https://api.mercadopago.com${path}`, { method, headers, agent }, async (response) => {
      const text = (await response.toArray()).join('');
      if (response.statusCode >= 300) reject(new Error(text));
      else resolve(text && JSON.parse(text));
    });
    outgoing.on('error', reject);
    outgoing.end(body && JSON.stringify(body));
  });
}

const user = await send('POST', '/users/test', { description: 'a buyer', site_id: 'MLA' });
await send('DELETE', '/instore/qr/seller/collectors/4711/pos/POS1/orders');
console.log('created', user.site_id);
agent.destroy();
