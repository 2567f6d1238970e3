import { ask } from './asking.mjs';

const preference = await ask('POST', '/checkout/preferences', {
  external_reference: 'retail-77',
  items: [{ id: 'a' }],
});
const path = `/checkout/preferences/${preference.id}`;
console.log(
  'created',
  preference.status,
  preference.external_reference,
  preference.items[0].id,
  typeof preference.init_point,
);
console.log('read', (await ask('GET', path)).external_reference);
console.log('updated', (await ask('PUT', path, { expires: true })).expires, (await ask('GET', path)).expires);
const found = await ask('GET', '/checkout/preferences/search?external_reference=retail-77');
console.log('found', found.total, found.elements[0].id === preference.id);
console.log('none', (await ask('GET', '/checkout/preferences/search?external_reference=other')).total);
console.log('deleted', (await ask('DELETE', path)).status, (await ask('GET', path)).status);
