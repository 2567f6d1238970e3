import { ask } from './asking.mjs';

const [, , code, body] = process.argv;
await ask('POST', '/users/test', JSON.parse(body));
process.exit(Number(code));
