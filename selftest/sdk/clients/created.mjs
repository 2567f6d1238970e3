import { ask } from './asking.mjs';

const made = await ask('POST', '/checkout/preferences', { external_reference: 'retail-77', items: [{ id: 'a' }] });
const path = `/checkout/preferences/${made.id}`;
console.log('created', made.status, made.external_reference, made.items[0].id, typeof made.init_point);
console.log('read', (await ask('GET', path)).external_reference);
console.log('updated', (await ask('PUT', path, { expires: true })).expires, (await ask('GET', path)).expires);
const found = await ask('GET', '/checkout/preferences/search?external_reference=retail-77');
console.log('found', found.total, found.elements[0].id === made.id);
console.log('none', (await ask('GET', '/checkout/preferences/search?external_reference=other')).total);
console.log('deleted', (await ask('DELETE', path)).status, (await ask('GET', path)).status);
