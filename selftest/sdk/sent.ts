import { type Endpoint, operations } from '#api/operations';
import type { MatchedRequest } from '#client/contract/check';
import { matchOperation, readExact } from '#client/contract/check';
import { getRequestSchema } from '#client/contract/fields';
import { judgeRequest } from '#client/contract/judge';
import type { Header, Reach } from '#client/wire/traffic';
import { preference, sample } from '#factories/preferences/preference';
import { agreement } from '#factories/request-bodies';

/** A request of an SDK in short form: omitted fields have valid values. */
export interface Short {
  readonly of: Endpoint;
  readonly method?: string;
  readonly target?: string;
  readonly headers?: readonly Header[];
  readonly body?: unknown;
  /** The raw body, instead of `body`. */
  readonly text?: string | Buffer;
}

const authorization: Header = ['Authorization', 'Bearer APP_USR-1234-5678'];
const host: readonly Header[] = [['Host', 'api.example.com']];
const reach: Reach = { scheme: 'https', host: 'api.example.com', port: 443, reached: 'tunnel', protocol: 'HTTP/1.1' };
const json: Header = ['Content-Type', 'application/json'];

/** Values of path parameters; any other parameter has its name as value. */
const inPath: Readonly<Record<string, string>> = {
  device_id: 'D-1',
  payment_intent_id: '7',
  user_id: '4711',
  external_pos_id: 'POS1',
};

/** Bodies that the tests inspect; the body of any other operation is a sample of its schema. */
const bodies: Readonly<Partial<Record<Endpoint, unknown>>> = {
  'oauth-token': { client_id: '4711', client_secret: 'hush-hush', grant_type: 'client_credentials' },
  'checkout-preferences': preference('retail', { tag: 'retail' }),
  'test-users': { description: 'a buyer', site_id: 'MLA' },
  'wallet-agreements': agreement('flow-1'),
};

/** Returns a valid request of an operation. */
export function good(of: Endpoint): Required<Omit<Short, 'of' | 'text'>> {
  const { method, path, protected: isProtected } = operations[of];
  const target = `/${path.replace(/\{(\w+)\}/g, (_, name: string) => inPath[name] ?? name)}`;
  const hasBody = method === 'POST';
  return {
    method,
    target: of === 'wallet-agreements' ? `${target}?client.id=4711` : target,
    headers: [...(hasBody ? [json] : []), ...(isProtected ? [authorization] : [])],
    body: hasBody ? (bodies[of] ?? sample(getRequestSchema(of))) : undefined,
  };
}

/** Returns the request as the gate has it after matching; throws if it matches no operation. */
export function sentAs({ of, text, ...said }: Short): MatchedRequest {
  const { method, target, headers, body } = { ...good(of), ...said };
  const bytes = Buffer.from(text ?? (body === undefined ? '' : JSON.stringify(body)));
  const match = matchOperation(target);
  if (!match) throw new Error(`${target} is the path of no operation.`);
  const arrival = { number: 1, at: new Date(0).toISOString() };
  const request = { method, target, headers: [...host, ...headers], body: bytes, json: readExact(bytes) };
  return { ...arrival, ...reach, ...request, ...match };
}

/** Returns the gate's findings in a request, one per line: `breach schema /code is not a string`. */
export function findingsIn(short: Short, strict = false): string[] {
  return judgeRequest(sentAs(short), strict).map(
    ({ level, rule, place, text }) => `${level} ${rule}: ${place} ${text}`,
  );
}
