import uses from '#run/settings/uses.json' with { type: 'json' };

/** Matches the end of the name of a secret field. */
export const secretWords =
  'token|secret|passw(?:or)?d|passphrase|api[_-]?key|private[_-]?key|session[_-]?id|card[_-]?number|security[_-]?code|cvv|code_verifier|auth(?:orization)?_?code';

/** Matches the names of secret fields in any case: those of 2.1 to 2.3 and others like them; the flag test_token is none. */
export const secretFieldPattern = `(?!test_token\\b)[\\w-]{0,30}(?:${secretWords})`;

const secretWord = new RegExp(secretWords, 'i');

/** Returns true if a text may name a secret field: a quick look that spares most texts the search for one. */
export function mayNameSecret(text: string): boolean {
  return secretWord.test(text);
}

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
