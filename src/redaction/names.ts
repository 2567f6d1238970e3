import { parseJson, type SentRequest } from '#api/exchange';
import uses from '#run/settings/uses.json' with { type: 'json' };

/** Matches the end of the name of a secret field. */
const secretWords =
  'token|secret|passw(?:or)?d|passphrase|api[_-]?key|private[_-]?key|session[_-]?id|card[_-]?number|security[_-]?code|cvv|code_verifier|auth(?:orization)?_?code';

/** Matches the names of secret fields in any case: those of 2.1 to 2.3 and others like them; the flag test_token is none. */
export const secretFieldPattern = `(?!test_token\\b)[\\w-]{0,30}(?:${secretWords})`;

const wholeField = new RegExp(`^(?:${secretFieldPattern})$`, 'i');

const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie']);

/** Values of provider states that a report may show: they identify things and give no access. */
const publicValues = new Set([
  'client_id',
  'redirect_uri',
  'user_id',
  'device_id',
  'payment_intent_id',
  'external_pos_id',
]);

/** The settings whose values are never shown. */
export const secretSettings: ReadonlySet<string> = new Set(uses.secret);

/** Returns true if the value of a field is always a secret. */
export function isSecretField(name: string): boolean {
  return wholeField.test(name);
}

/** Returns true if the value of a header field is always a secret. */
export function isSecretHeader(name: string): boolean {
  return secretHeaders.has(name.toLowerCase()) || isSecretField(name);
}

/** Returns true if the value of a provider state may be shown. */
export function isPublicValue(name: string): boolean {
  return publicValues.has(name);
}

/** Values of secret fields in JSON with whatever they hold, in a query, and behind the scheme of an Authorization. */
const secretPlaces: readonly RegExp[] = [
  new RegExp(
    `("(?:${secretFieldPattern}|code)"\\s*:\\s*(?:\\[\\s*|\\{\\s*"\\w+"\\s*:\\s*)?")((?:[^"\\\\]|\\\\.)*)`,
    'gi',
  ),
  new RegExp(`((?:^|[?&\\s])(?:${secretFieldPattern}|code)=)([^\\s&"'<>]+)`, 'gi'),
  /^(authorization: *(?:\S+ +)?)(\S.*)$/gim,
];

/** Replaces each value in the place of a secret by the result of `write`. */
export function mapSecretTexts(text: string, write: (value: string) => string): string {
  return secretPlaces.reduce(
    (written, place) => written.replace(place, (_, before: string, value: string) => before + write(value)),
    text,
  );
}

/** Returns the values in the places of secrets in a text. */
export function listSecretTexts(text: string): string[] {
  return secretPlaces.flatMap((place) => [...text.matchAll(place)].map(([, , value = '']) => value));
}

/** The value of a field where the text around it is no JSON: cut short, a form, a page, XML, parts, a literal of a language. */
const inAnyText = `[\\\\"']{0,9}\\s{0,4}(?:[:=]>?|>|\\r\\n\\r\\n)[\\\\"'\\s[]{0,12}(?:\\{\\W{0,9}\\w{1,30}\\W{1,9})?([^\\s"'&<>,;\\]}\\\\]+)`;
const secretWord = new RegExp(secretWords, 'i');
const secretInText = new RegExp(`(?:${secretWords})${inAnyText}`, 'gi');
const codeInText = new RegExp(`\\bcode${inAnyText}`, 'gi');

/** Returns what may be secret in a request: the values of its Authorization, of secret fields and of codes. */
export function listRequestSecrets({ headers, body = '' }: SentRequest): string[] {
  const found = listHeaderSecrets(headers.authorization);
  for (const text of listSpellings(body))
    found.push(...listFieldValues(text), ...[...text.matchAll(codeInText)].map(([, code = '']) => code));
  return found;
}

/** Returns what follows the scheme, its words with a digit, and the password of Basic; without quotes, which JSON escapes. */
export function listHeaderSecrets(value = ''): string[] {
  const basic = Buffer.from(/^Basic +(\S+)/i.exec(value)?.[1] ?? '', 'base64').toString();
  const rest = value.replace(/^\S+\s+/, '').replace(/^"(.+)"$/, '$1');
  return [rest, basic.replace(/^[^:]*:/, ''), ...value.split(/[\s,;="]+/).filter((word) => /\d/.test(word))];
}

/** Returns a body, and JSON also with every letter as it is: a field whose name is escaped is a secret field too. */
export function listSpellings(body: string): ReadonlySet<string> {
  const json = body.includes('\\') ? parseJson(body) : undefined;
  return new Set([body, json === undefined ? body : JSON.stringify(json)]);
}

/** Returns the values of secret fields in a text; a quick look spares most texts the search. */
export function listFieldValues(text: string): string[] {
  return secretWord.test(text) ? [...text.matchAll(secretInText)].map(([, value = '']) => value) : [];
}
