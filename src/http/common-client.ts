import { getField } from '#api/exchange';
import table from './clients.json' with { type: 'json' };

interface Client {
  readonly adds: Readonly<Record<string, string>>;
  /** The order in which it sends the fields that it knows; the others follow. */
  readonly order: string;
  /** True if it writes their names in lower case; the others write `Content-Type`. */
  readonly isLowerCase?: boolean;
}

/** The clients that a service meets every day, by their User-Agent. */
export const clients: Readonly<Record<string, Client>> = table;

/** The fields that Playwright adds to every request, by which its requests can be recognised. */
const playwrightHeaders: Readonly<Record<string, string>> = { accept: '*/*', 'accept-encoding': 'gzip,deflate,br' };

type Fields = Readonly<Record<string, unknown>>;

/** Returns the options of a request with the header fields as the client that its User-Agent names sends them. */
export function withFieldsOfClient(url: unknown, options: unknown): unknown {
  const headers = getField(options, 'headers');
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return options;
  return { ...Object(options), headers: toClientFields({ ...headers }, new URL(String(url)).host) };
}

/** Returns the header fields as the client that the User-Agent names sends them; unchanged if it names none of them. */
function toClientFields(headers: Fields, host: string): Fields {
  const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const others = Object.fromEntries(sent.filter(([name, value]) => playwrightHeaders[name] !== value));
  const client = clients[String(others['user-agent'])];
  if (client === undefined) return headers;
  const fields: Fields = { ...client.adds, host, ...others };
  const names = new Set([...client.order.split(' '), ...Object.keys(fields)]);
  const spell = (name: string) =>
    client.isLowerCase ? name : name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  const present = [...names].filter((name) => Object.hasOwn(fields, name));
  return Object.fromEntries(present.map((name) => [spell(name), fields[name]]));
}
