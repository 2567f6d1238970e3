import { ask } from './asking.mjs';

const { id, status } = await ask('POST', '/v1/customers', { email: 'a@b.example' });
console.log('created', status, (await ask('GET', `/v1/customers/${id}`)).email);
console.log('searched', (await ask('GET', '/v1/payments/search?id=7')).status);
for (const path of process.argv.slice(2)) console.log('missed', (await ask('POST', path, { a: 1 })).status);
