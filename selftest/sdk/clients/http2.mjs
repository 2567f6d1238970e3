import { connect } from 'node:http2';

// HTTP/2 and nothing else.
const session = connect('https://api.mercadopago.com');

async function send(method, path, body) {
  const request = session.request({
    ':method': method,
    ':path': path,
    authorization: 'Bearer APP_USR-4711-its-own',
    ...(body && { 'content-type': 'application/json' }),
  });
  if (body) request.write(JSON.stringify(body));
  request.end();
  let status;
  request.on('response', (headers) => {
    status = headers[':status'];
  });
  const text = (await request.toArray()).join('');
  if (status >= 300) throw new Error(text);
  return text && JSON.parse(text);
}

const user = await send('POST', '/users/test', { description: 'a buyer', site_id: 'MLA' });
await send('DELETE', '/instore/qr/seller/collectors/4711/pos/POS1/orders');
console.log('created', user.site_id);
session.close();
