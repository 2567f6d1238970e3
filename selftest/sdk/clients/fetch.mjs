async function send(method, path, body) {
  const headers = { authorization: 'Bearer APP_USR-4711-its-own', ...(body && { 'content-type': 'application/json' }) };
  const init = { method, headers, body: body && JSON.stringify(body) };
  const answer = await fetch(`https://api.mercadopago.com${path}`, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text && JSON.parse(text);
}

const user = await send('POST', '/users/test', { description: 'a buyer', site_id: 'MLA' });
await send('DELETE', '/instore/qr/seller/collectors/4711/pos/POS1/orders');
console.log('created', user.site_id);
