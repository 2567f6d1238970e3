import { EnvError, makeExactValidator as kind } from 'envalid';

/** Throws what envalid reports: what is expected of a setting. */
export function wanted(words: string): never {
  throw new EnvError(words);
}

/** Any text. */
export const text = kind<string>((value) => value);

/** Letters, digits and dashes. */
export const word = kind<string>((value) => (/^[\w-]+$/.test(value) ? value : wanted('letters, digits and dashes')));

const flags: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false };

/** 1 or 0, also written true or false. */
export const flag = kind<boolean>((value) => flags[value.toLowerCase()] ?? wanted('1 or 0'));

/** A whole number from `least` up. */
export function number(least: number) {
  return kind<number>((value) => {
    const parsed = Number(value);
    const fits = /^\d+$/.test(value) && Number.isSafeInteger(parsed) && parsed >= least;
    return fits ? parsed : wanted(`a whole number from ${least} up`);
  });
}

/** A number above 0, which may be a part of one. */
export const rate = kind<number>((value) => {
  const parsed = Number(value);
  const fits = /^\d*\.?\d+$/.test(value) && parsed > 0 && Number.isFinite(parsed);
  return fits ? parsed : wanted('a number above 0, such as 5 or 0.5');
});

/** One of the words. */
export function choice<const Word extends string>(...words: Word[]) {
  return kind<Word>((value) => words.find((candidate) => candidate === value) ?? wanted(`one of ${words.join(', ')}`));
}

/** Accepts one of the names, or a deprecated name of one. */
export function oneOf(names: readonly string[], deprecated: Readonly<Record<string, string>>) {
  return kind<string>((value) => {
    const name = deprecated[value] ?? value;
    return names.includes(name) ? name : wanted(`one of ${names.join(', ')}`);
  });
}

/** Some of the words, with commas between them. */
export function choices<Word extends string>(words: readonly Word[], isWord: (word: string) => word is Word) {
  return kind<readonly Word[]>((value) => {
    const chosen = value
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
    return chosen.every(isWord)
      ? words.filter((word) => chosen.includes(word))
      : wanted(`one or more of ${words.join(', ')}, with commas between them`);
  });
}

/** An absolute http or https URL. */
export const anyUrl = kind<string>((value) =>
  isHttp(value) ? value : wanted('an absolute URL such as http://127.0.0.1:4010/_states'),
);

/** An absolute http or https URL without user, query or fragment; a trailing slash is taken off. */
export const baseUrl = kind<string>((value) => {
  const plain = isHttp(value) && !/[@?#]/.test(value);
  return plain
    ? value.replace(/\/+$/, '')
    : wanted('an absolute URL such as http://127.0.0.1:4010/v1, without user, query or fragment');
});

/** Names of hosts, with commas between them. */
export const hosts = kind<string>((value) => {
  const names = value.split(',').map((name) => name.trim());
  const isHost = (name: string) =>
    /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.?$/i.test(name);
  return names.every(isHost)
    ? names.join(',')
    : wanted('names of hosts with commas between them, such as api.example.com: no URL, no port, no wildcard');
});

/** Ids of users, with commas between them. */
export const users = kind<readonly string[]>((value) => {
  const ids = value.split(',').map((id) => id.trim());
  return ids.every((id) => /^\d+$/.test(id))
    ? ids
    : wanted('ids of users with commas between them, such as 1234567,7654321');
});

/** The name of a header field. */
export const headerName = kind<string>((value) =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(value) ? value.toLowerCase() : wanted('the name of a header field, such as x-build'),
);

/** Headers that a request has by what it is. */
export const ofEachRequest = ['host', 'content-type', 'content-length', 'transfer-encoding', 'connection'];

/** Headers that the suite sets itself. */
export const ofSuite = ['authorization', 'x-test-scope', 'cookie', ...ofEachRequest];

/** Header fields of a request, a line each: `x-gateway-key: abc`. Those that the suite itself decides about are none. */
export function headers(ofSuite: readonly string[]) {
  return kind<Readonly<Record<string, string>>>((value) => {
    const lines = value.split(/\r?\n/).filter((line) => line.trim() !== '');
    const fields = lines.map((line) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*([\x20-\x7e]+?)\s*$/.exec(line) ?? []);
    const isField = ([, name]: string[]) => name !== undefined && !ofSuite.includes(name.toLowerCase());
    if (!fields.every(isField))
      return wanted(
        `header fields, a line each, such as x-gateway-key: abc; none of ${ofSuite.join(', ')}, which are the suite’s own`,
      );
    return Object.fromEntries(fields.map(([, name = '', text = '']) => [name.toLowerCase(), text]));
  });
}

/** A proxy as Playwright takes it. */
export interface ProxyServer {
  readonly server: string;
  readonly username?: string;
  readonly password?: string;
}

/** The URL of a proxy, with or without its scheme, user and password. */
export const proxy = kind<ProxyServer>((value) => {
  const url = proxyUrl(value);
  if (url === undefined) return wanted('the URL of a proxy, such as http://proxy.example.com:3128');
  const { protocol, host, username, password } = url;
  const server = `${protocol}//${host}`;
  if (username === '') return { server };
  return { server, username: decodeURIComponent(username), password: decodeURIComponent(password) };
});

/** A proxy as it is written, `proxy.example.com:3128` too; a bare word is none. */
export function proxyUrl(written: string): URL | undefined {
  const url = /^[^/\s]+:\d+\/?$/.test(written) ? `http://${written}` : written;
  return /^(?:https?|socks[45]h?):\/\//i.test(url) && URL.canParse(url) ? new URL(url) : undefined;
}

/** A key that nobody can guess. */
export const randomKey = kind<string>((value) =>
  value.length >= 32 ? value : wanted('32 characters or more that were drawn at random: openssl rand -base64 32'),
);

function isHttp(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}
