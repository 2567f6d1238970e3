import { ask } from './asking.mjs';

console.log('payment', (await ask('GET', '/v1/payments/7')).status);
console.log('other', (await ask('GET', '/v1/refunds/7')).status);
console.log('meant', (await ask('GET', '/v1/payments/7', undefined, 'invalid_token')).status);
const askWithout = (path) => ask('GET', path, undefined, '');
console.log('none', (await askWithout('/v1/payments/7')).status, (await askWithout('/v1/refunds/7')).status);
const [open, wrong] = [await askWithout('/sites?limit=1'), await ask('GET', '/sites', undefined, 'invalid_token')];
console.log('sites', open.name, open.status, open.stub, wrong.name, (await ask('POST', '/sites', {})).name);
const { id } = await ask('POST', '/checkout/preferences', { items: [{ id: 'a' }] });
console.log('created', (await ask('GET', `/checkout/preferences/${id}`)).status);
const create = (token) => ask('POST', '/users/test/', { description: 'a', site_id: 'MLA' }, token);
const user = await create();
console.log('user', user.nickname, user.site_id, (await ask('GET', `/users/test/${user.id}`)).nickname);
for (const token of ['invalid_access_token', 'APP_USR-mine']) {
  const { status, nickname } = await create(token);
  console.log(token, status, nickname);
}
