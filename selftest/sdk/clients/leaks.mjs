// Sends requests with secrets that nothing names in advance: in bodies of other forms, in headers, URLs and what is no HTTP.
import { connect } from 'node:net';

const { host, hostname, port } = new URL(process.env.MP_BASE_URL);
let count = 0;
const secret = () => `S3cr3t${++count}x9f8e7d6c5b4a`;

/** Sends texts one after the other on one connection. */
async function send(...texts) {
  const socket = connect(Number(port), hostname)
    .on('error', () => {})
    .resume();
  const closed = new Promise((resolve) => socket.on('close', resolve));
  for (const text of texts) {
    socket.write(text, 'latin1');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  socket.end();
  await closed;
}

const post = (path, body, ...headers) => {
  const lines = [
    `Host: ${host}`,
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body, 'latin1')}`,
    ...headers,
  ];
  return send(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
};

for (const write of [
  (one, other) => `{'client_id': '7', 'client_secret': '${one}', 'code': '${other}'}`,
  (one, other) => `{client_secret: "${one}", code: "${other}"}`,
  (one, other) => `{"client_secret"=>"${one}", :code=>"${other}"}`,
  (one, other) => `map[client_secret:${one} code:${other}]`,
  (one, other) => `{client_id=7, client_secret=${one}, code=${other}}`,
  (one, other) => `<client_secret>${one}</client_secret><code>${other}</code>`,
  (one, other) =>
    `--x\r\nform-data; name="client_secret"\r\n\r\n${one}\r\n--x\r\nform-data; name="code"\r\n\r\n${other}\r\n`,
  (one, other) => Buffer.from(`{"client_secret":"${one}","code":"${other}"}`, 'utf16le').toString('latin1'),
  (one, other) => `\xef\xbb\xbf{"client_secret":"${one}","code":"${other}"}`,
  (one, other) => `{"client_secret":"${one}","code":"${other}",}`,
  (one, other) => `{"client_secret":"${one}","client_secret":"x","code":"${other}","code":"x"}`,
  (one, other) => `{"client_secret":{"value":"${one}"},"code":["${other}"]}`,
  (one, other) => `{"authorization_code":"${one}","authCode":"${other}"}`,
  (one, other) => JSON.stringify(JSON.stringify(JSON.stringify({ client_secret: one, code: other }))),
  (one, other) => JSON.stringify({ body: JSON.stringify({ client_secret: one, code: other }) }),
  (one, other) => `{"redirect_uri":"https://shop:${one}@shop.example/?api_key=${other}"}`,
])
  await post('/oauth/token', write(secret(), secret()), 'Content-Type: application/json');

for (const write of [
  (one) => one,
  (one) => `Token token="${one}"`,
  (one) => `Bearer ${one}, Bearer 7`,
  (one) => `Bearer ${one} more`,
  (one) => `Basic ${Buffer.from(`7:${one}`).toString('base64')}`,
]) {
  const one = secret();
  await post('/users/test', '{}', `Authorization: ${write(one)}`, `X-Copy: ${one}`);
}

await post(`http://shop:${secret()}@${host}/users/test`, '{}');
await send(`POST /users/test HTTP/1.1\r\nHost: shop:${secret()}@${host}\r\nContent-Length: 0\r\n\r\n`);
await send(`CONNECT shop:${secret()}@other.example:443 HTTP/1.1\r\nHost: other.example\r\n\r\n`);
await send(`POST http://hooks.example/services/T0/${secret()} HTTP/1.1\r\nHost: hooks.example\r\n\r\n`);
const token = secret();
await send(
  `GET http://other.example/${token} HTTP/1.1\r\nHost: other.example\r\nAuthorization: Bearer ${token}\r\n\r\n`,
);
await send('POST /users/test HTTP/1.1\r\n', `X-Mine : ${secret()}\r\n\r\n`);
await send('POST /users/test HTTP/1.1\r\nX-Mine: \n', `${secret()}\r\n\r\n`);
console.log(`${count} secrets`);
