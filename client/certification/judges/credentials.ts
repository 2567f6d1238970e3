import { getField, getText, isSuccess } from '#api/exchange';
import { type Exchange, getHeader, type Played } from '../played.ts';
import { type Judge, judgeEachAccepted } from './judgement.ts';

/** Holds what opens something only at the token operation: the secret, and what is exchanged for a token. */
const exchanged = ['client_secret', 'code', 'code_verifier', 'refresh_token'];

/** Shorter texts stand anywhere by chance. */
const SHORTEST = 8;

/** Checks that no credential stands in a URL. */
export const hasCleanUrls: Judge = (played) => {
  const secrets = [...secretsOf(played), ...tokensOf(played)];
  return judgeEachAccepted(played, played.exchanges, (exchange) => {
    const found = exchange.record.findings.find(({ rule }) => rule === 'credential-in-query');
    if (found) return `${found.place} ${found.text}`;
    return holds(decoded(exchange.target), secrets) ? 'a credential stands in the URL' : undefined;
  });
};

/** Checks that the client_secret and what is exchanged for a token stand in the body of a token request alone. */
export const secretInTokenBodyOnly: Judge = (played) => {
  const secrets = secretsOf(played);
  return judgeEachAccepted(played, played.exchanges, (exchange) => {
    const header = exchange.headers.find(([, value]) => holds(`${value}\n${unpacked(value)}`, secrets));
    if (header) return `header ${header[0]} holds what belongs in the body of a token request`;
    const isElsewhere = exchange.record.endpoint !== 'oauth-token' && holds(exchange.body, secrets);
    return isElsewhere ? 'the body holds what belongs in the body of a token request' : undefined;
  });
};

/** Checks that an access token stands in the Authorization header alone. */
export const tokenInHeaderOnly: Judge = (played) => {
  const tokens = tokensOf(played);
  return judgeEachAccepted(played, played.exchanges, (exchange) => {
    const header = exchange.headers.find(
      ([name, value]) => name.toLowerCase() !== 'authorization' && holds(value, tokens),
    );
    if (header) return `header ${header[0]} holds an access token`;
    return holds(exchange.body, tokens) ? 'the body holds an access token' : undefined;
  });
};

/** Returns the access token that a client has when it sends a request: what the token operation answered last, or what it was given. */
export function latestToken({ exchanges, scenario }: Played, before: Exchange): string | undefined {
  const answers = exchanges
    .slice(0, exchanges.indexOf(before))
    .filter(({ record }) => record.endpoint === 'oauth-token' && isSuccess(record.status))
    .map(({ answer }) => getText(answer, 'access_token'));
  return answers.at(-1) ?? scenario?.input.token?.access_token;
}

function secretsOf({ exchanges, scenario }: Played): string[] {
  const given = [scenario?.input, scenario?.input.token].flatMap((from) => valuesOf(from, exchanged));
  const sent = exchanges.filter(({ record }) => record.endpoint === 'oauth-token');
  return long([
    ...given,
    ...sent.flatMap(({ json, answer }) => [json, answer].flatMap((from) => valuesOf(from, exchanged))),
  ]);
}

function tokensOf({ exchanges, scenario }: Played): string[] {
  const given = valuesOf(scenario?.input.token, ['access_token']);
  const answered = exchanges.flatMap(({ answer }) => valuesOf(answer, ['access_token']));
  const sent = exchanges.flatMap((exchange) => getHeader(exchange, 'authorization')?.split(/\s+/).slice(1) ?? []);
  return long([...given, ...answered, ...sent]);
}

function valuesOf(from: unknown, names: readonly string[]): string[] {
  return names.map((name) => getField(from, name)).filter((value) => typeof value === 'string');
}

function long(values: readonly string[]): string[] {
  return [...new Set(values)].filter(({ length }) => length >= SHORTEST);
}

function holds(text: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) => text.includes(secret));
}

function decoded(target: string): string {
  try {
    return `${target}\n${decodeURIComponent(target)}`;
  } catch {
    return target;
  }
}

/** Returns what a header of Basic authentication holds. */
function unpacked(value: string): string {
  const packed = /^Basic +([\w+/=-]+)$/i.exec(value)?.[1] ?? '';
  return Buffer.from(packed, 'base64').toString();
}
