// A driver that quotes its client_secret: in its User-Agent, in each error and on stderr, in several forms, or late in an invalid line.
import { createInterface } from 'node:readline';

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { scenario, input } = JSON.parse(line);
  const { client_secret: secret } = input;
  if (process.argv[2] === 'late') console.log(`{"scenario":"code","pad":"${'0'.repeat(963)} ${secret}"}`);
  const coded = ['', '4711:', ':'].map((name) => Buffer.from(name + secret).toString('base64'));
  const forms = [secret, JSON.stringify(secret), secret.replaceAll('-', '%2D'), ...coded];
  await fetch('https://api.mercadopago.com/log', { headers: { 'user-agent': `shop ${secret}` } });
  const rows = secret
    .match(/.{1,16}/g)
    .map((row) => `0010: ${Buffer.from(row).toString('hex').replace(/../g, '$& ')} ${row}`);
  console.error(rows.join('\n')); // as curl --trace
  console.error(`0000: ${'.'.repeat(60)}${secret.slice(0, 4)}\n0040: ${secret.slice(4)}`); // as curl --trace-ascii
  console.error(`It cannot send ${forms.join('\n')}`);
  console.log(JSON.stringify({ scenario, outcome: 'error', error: `It cannot send ${forms.join(' ')}` }));
});
