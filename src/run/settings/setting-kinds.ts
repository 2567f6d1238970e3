import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { unescape as decodePercents } from 'node:querystring';
import { EnvError, makeExactValidator } from 'envalid';
import { parseJson } from '#api/exchange';
import { isObject } from '#api/values/json';

function fail(expected: string): never {
  throw new EnvError(expected);
}

/** Returns a kind of setting, which has the value `none` unless its description comes with another default. */
function kind<T extends NonNullable<unknown>>(parse: (value: string) => T, none: T) {
  const validator = makeExactValidator<T>(parse);
  return (desc: string, fallback: T = none) => validator({ desc, default: fallback });
}

/** Returns a kind of setting that is undefined where it is not set. */
function optional<T>(parse: (value: string) => T) {
  return (desc: string) => makeExactValidator<T>(parse)({ desc, default: undefined });
}

function textIf(accepts: (value: string) => boolean, expected: string) {
  return kind((value) => (accepts(value) ? value : fail(expected)), '');
}

function matching(pattern: RegExp, expected: string) {
  return textIf((value) => pattern.test(value), expected);
}

function toList(value: string): string[] {
  return value.split(',').map((each) => each.trim());
}

export const text = kind((value) => value, '');
/** A folder that is set exists; the default may not. */
export const folder = textIf((value) => existsSync(value), 'a folder that exists');
export const word = matching(/^[\w-]+$/, 'letters, digits and dashes');
export const randomKey = matching(/^.{32,}$/s, '32 or more random characters: openssl rand -base64 32');

const flags: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false };
const parseFlag = (value: string) => flags[value.toLowerCase()] ?? fail('1 or 0');
export const flag = kind<boolean>(parseFlag, false);
export const optionalFlag = optional<boolean>(parseFlag);

/** Accepts a whole number from `least` up. */
export function number(least: number) {
  return kind<number>((value) => {
    const parsed = Number(value);
    const fits = /^\d+$/.test(value) && Number.isSafeInteger(parsed) && parsed >= least;
    return fits ? parsed : fail(`a whole number from ${least} up`);
  }, 0);
}

/** Accepts a number above 0, with or without a fraction. */
export const rate = optional<number>((value) => {
  const parsed = Number(value);
  const fits = /^\d*\.?\d+$/.test(value) && parsed > 0 && Number.isFinite(parsed);
  return fits ? parsed : fail('a number above 0, such as 5 or 0.5');
});

/** Accepts one of the words, or a deprecated name of one; `none` is the value where the setting is not set. */
export function choice<const Word extends string>(
  words: readonly Word[],
  none: NoInfer<Word>,
  deprecated: Readonly<Record<string, string>> = {},
) {
  const find = (value: string) => words.find((word) => word === (deprecated[value] ?? value));
  return kind<Word>((value) => find(value) ?? fail(`one of ${words.join(', ')}`), none);
}

/** Accepts some of the words, separated by commas. */
export function choices<Word extends string>(words: readonly Word[], isWord: (word: string) => word is Word) {
  return kind<readonly Word[]>((value) => {
    const chosen = toList(value).filter(Boolean);
    if (chosen.every(isWord)) return words.filter((each) => chosen.includes(each));
    return fail(`one or more of ${words.join(', ')}, with commas between them`);
  }, []);
}

function isHttp(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

export const anyUrl = textIf(isHttp, 'an absolute URL such as http://127.0.0.1:4010/_states');

/** Accepts a URL without user, query or fragment, and removes a trailing slash. */
export const baseUrl = kind((value) => {
  if (isHttp(value) && !/[@?#]/.test(value)) return value.replace(/\/+$/, '');
  return fail('an absolute URL such as http://127.0.0.1:4010/v1, without user, query or fragment');
}, '');

export const hosts = kind((value) => {
  const host = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.?$/i;
  if (toList(value).every((name) => host.test(name))) return toList(value).join(',');
  return fail('names of hosts with commas between them, such as api.example.com: no URL, no port, no wildcard');
}, '');

export const users = kind<readonly string[]>((value) => {
  const ids = toList(value);
  if (ids.every((id) => /^\d+$/.test(id))) return ids;
  return fail('ids of users with commas between them, such as 1234567,7654321');
}, []);

/** Accepts any text; `header:` must be followed by the name of a header field. */
export const build = matching(
  /^(?!header:)|^header:[\w!#$%&'*+.^`|~-]+$/,
  'the name of a build, or header:x-build for a response header that names it',
);

/** Headers that follow from the request itself. */
export const requestHeaders = ['host', 'content-type', 'content-length', 'transfer-encoding', 'connection'];

/** Headers that the suite sets itself. */
export const suiteHeaders = ['authorization', 'x-test-scope', 'cookie', ...requestHeaders];

/** Accepts header fields, one a line, but not those that the suite sets. */
export function headers(ours: readonly string[]) {
  return optional<Readonly<Record<string, string>>>((value) => {
    const lines = value.split(/\r?\n/).filter((line) => line.trim() !== '');
    const fields = lines.map((line) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*([\x20-\x7e]+?)\s*$/.exec(line) ?? []);
    if (!fields.every(([, name]) => name !== undefined && !ours.includes(name.toLowerCase())))
      return fail(`headers, one a line, such as x-gateway-key: abc, without ${ours.join(', ')}, which the suite sets`);
    return Object.fromEntries(fields.map(([, name = '', content = '']) => [name.toLowerCase(), content]));
  });
}

export interface ProxyServer {
  readonly server: string;
  readonly username?: string;
  readonly password?: string;
}

/** Accepts the URL of a proxy, with or without its scheme, user and password. */
export const proxy = optional<ProxyServer>((value) => {
  const url = parseProxyUrl(value);
  if (url === undefined) return fail('the URL of a proxy, such as http://proxy.example.com:3128');
  const { protocol, host, username, password } = url;
  const server = `${protocol}//${host}`;
  if (username === '') return { server };
  return { server, username: decodePercents(username), password: decodePercents(password) }; // it never throws
});

/** Returns the URL of a proxy, `proxy.example.com:3128` too; undefined for a bare word. */
export function parseProxyUrl(written: string): URL | undefined {
  const url = /^[^/\s]+:\d+\/?$/.test(written) ? `http://${written}` : written;
  return /^(?:https?|socks[45]h?):\/\//i.test(url) && URL.canParse(url) ? new URL(url) : undefined;
}

const noFacts = { name: '', version: '', vendor: '', contact: '' };

/** Accepts the name of a product, or a JSON object of what is known of it. */
export const product = kind<Readonly<typeof noFacts>>((value) => {
  const facts = value.startsWith('{') ? parseJson(value) : { name: value };
  const entries = Object.entries(isObject(facts) ? facts : {});
  if (entries.length === 0 || !entries.every(([name, fact]) => name in noFacts && typeof fact === 'string'))
    return fail('a name, or a JSON object with name, version, vendor and contact');
  return { ...noFacts, ...Object.fromEntries(entries) };
}, noFacts);

/** The resources that a run may create, and over how long that counts; a night is the default. */
interface Budgets {
  readonly preferences?: number;
  readonly 'test-users'?: number;
  readonly agreements?: number;
  readonly per?: 'week' | 'month';
}

/** Accepts pairs such as `test-users=13,per=week`. */
export const budget = kind<Budgets>((value) => {
  const pair = /^(?:(?:preferences|test-users|agreements)=\d{1,9}|per=(?:night|week|month))$/;
  if (!toList(value).every((each) => pair.test(each)))
    return fail('pairs of preferences, test-users, agreements and per, such as test-users=13,per=week');
  const entries = toList(value).flatMap((each) => (each === 'per=night' ? [] : [each.split('=')]));
  return Object.fromEntries(entries.map(([name = '', text = '']) => [name, name === 'per' ? text : Number(text)]));
}, {});

/** Accepts the path of a file that its owner alone can read, or of none yet. */
export const ownFile = textIf((value) => {
  const found = statSync(value, { throwIfNoEntry: false });
  return found === undefined || (found.isFile() && (found.mode & 0o077) === 0);
}, 'the path of a file that only its owner can read (chmod 600), or of a new file');

export const certificateWithKey = textIf(
  (value) => checks(value, (pem) => new X509Certificate(pem).checkPrivateKey(createPrivateKey(pem))),
  'the path of a PEM file with a client certificate and its private key',
);

export const pemFile = textIf(hasCertificate, 'the path of a PEM file with a certificate');

/** Returns true if a file can be read and begins with a certificate. */
export function hasCertificate(file: string): boolean {
  return checks(file, (pem) => new X509Certificate(pem).subject !== '');
}

function checks(file: string, check: (pem: Buffer) => boolean): boolean {
  try {
    return check(readFileSync(file));
  } catch {
    return false;
  }
}
