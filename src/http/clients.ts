interface Client {
  readonly adds: Readonly<Record<string, string>>;
  /** The order in which it sends the fields that it knows; the others follow. */
  readonly order: string;
}

/** The clients that a service meets every day, by their User-Agent. */
export const clients: Readonly<Record<string, Client>> = {
  'axios/1.7.9': {
    adds: { accept: 'application/json, text/plain, */*', 'accept-encoding': 'gzip, compress, deflate, br' },
    order: 'accept content-type authorization user-agent content-length accept-encoding host',
  },
  'curl/8.11.1': {
    adds: { accept: '*/*', 'accept-encoding': 'deflate, gzip, br' },
    order: 'host authorization user-agent accept accept-encoding content-type content-length',
  },
  'Go-http-client/1.1': {
    adds: { 'accept-encoding': 'gzip' },
    order: 'host user-agent content-length authorization content-type accept-encoding',
  },
  'GuzzleHttp/7': { adds: {}, order: 'host content-length user-agent content-type authorization' },
  'Java/21.0.5': { adds: { accept: '*/*' }, order: 'content-type authorization user-agent host accept content-length' },
  node: {
    adds: { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'accept-encoding': 'gzip, deflate' },
    order:
      'host content-type authorization accept accept-language sec-fetch-mode user-agent accept-encoding content-length',
  },
  'okhttp/4.12.0': {
    adds: { 'accept-encoding': 'gzip' },
    order: 'authorization content-type content-length host accept-encoding user-agent',
  },
  'python-requests/2.32.3': {
    adds: { accept: '*/*', 'accept-encoding': 'gzip, deflate' },
    order: 'host user-agent accept-encoding accept authorization content-type content-length',
  },
};

/** The fields that Playwright adds to every request, by which its requests can be recognised. */
const ofPlaywright: Readonly<Record<string, string>> = { accept: '*/*', 'accept-encoding': 'gzip,deflate,br' };

type Fields = Readonly<Record<string, unknown>>;

/** Returns the header fields as the client that the User-Agent names sends them; unchanged if it names none of them. */
export function asClient(headers: Fields, host: string): Fields {
  const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const own = sent.filter(([name, value]) => ofPlaywright[name] !== value);
  const client = clients[String(Object.fromEntries(own)['user-agent'])];
  if (client === undefined) return headers;
  const order = client.order.split(' ');
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const fields = Object.entries({ ...client.adds, host, ...Object.fromEntries(own) });
  return Object.fromEntries(fields.sort(([one], [other]) => placeOf(one) - placeOf(other)));
}
