import { createHash } from 'node:crypto';

type Scalar = string | number | boolean;

const usualStamps = ['-04:00 .SSS', 'Z', '+00:00', '-03:00', 'Z .SSS', '+00:00 .SSS'] as const;
const shortStamps = ['basic Z', 'basic -0400 .SSS', 'to the minute Z', 'to the hour Z', 'hours alone -04'] as const;

/** Everything that the reference leaves open, with the section; the first value is the default. */
const choices = {
  // How responses look: statuses, error bodies, headers, and the bytes on the wire.
  tokenStatus: [200, 201, 203], // 4
  preferenceStatus: [201, 200, 202, 203], // 4
  testUserStatus: [201, 200, 203], // 4
  cancelStatus: [200, 202, 201], // 4
  agreementStatus: [201, 200, 202, 203], // 4
  deletionStatus: [204, 200, 202, 205], // 4
  errorCodeAt: ['error', 'code', 'error.code', 'errors[0].code', 'cause[0].code', 'errors.CODE'], // 7
  besideTheCode: ['message and status', 'message', 'description and status text', 'nothing'], // 7
  labelSpelling: ['as listed', 'Bad-Request', 'bad_request', 'BAD REQUEST', 'bad request', 'badRequest'], // 7
  mediaType: [
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset=UTF-8',
    'application/json ; charset="utf-8"',
  ], // preamble
  errorMediaType: ['as success', 'application/problem+json', 'application/problem+json; charset=utf-8'], // 7
  extraMembers: ['none', 'text', 'of every type'], // 2.2–2.5
  echo: ['none', 'of the body', 'of the body as text', 'of everything'], // 2.2–2.5, 7
  jsonText: [
    'compact',
    'indented',
    'ASCII only',
    'members sorted',
    'slashes escaped',
    'numbers with a fraction',
    'between blanks',
  ], // HTTP
  emptyAnswerType: ['left out', 'sent'], // 4
  headerNames: ['Usual-Case', 'lower-case', 'UPPER-CASE'], // HTTP
  compression: ['none', 'gzip'], // HTTP
  framing: ['content-length', 'chunked', 'chunked with a trailer'], // HTTP
  interim: ['none', '102 and 103'], // HTTP
  connection: ['kept', 'closed'], // HTTP
  retryAfter: ['none', 'seconds', 'date'], // 7 and 8
  // The token operation.
  tokenSeparator: ['-', '_', '', '.'], // 2.2
  tokenTail: ['hex and user', 'hex', 'letters', 'underscores', 'signs'], // 2.2
  tokenCreation: ['UTC', 'UTC-4'], // 2.2
  scopes: ['offline_access read write', 'read write offline_access', 'write read', 'read'], // 2.2
  refreshedToken: ['rotated', 'the same', 'left out'], // 2.2, 3
  rotatedToken: ['revoked', 'still good'], // 3
  codeUses: [1, 2], // 3
  usedCode: ['invalid_grant', 'invalid_request first'], // 3, 7
  clientCredentials: ['offered', 'offered with a refresh token', 'unsupported'], // 2.1
  ownLifetime: [15552000, 21600], // 2.2
  redirectUri: ['required', 'optional'], // 2.1
  codeVerifier: ['optional', 'any', 'of the challenge'], // 2.1
  testTokenMember: ['optional', 'required', 'required with a code', 'required with a refresh token'], // 2.1
  redirectUriOnRefresh: ['optional', 'required', 'rejected'], // 2.1
  testToken: ['a TEST token', 'nothing'], // 2.1
  otherFlag: ['rejected', 'accepted'], // 2.1
  scopeParameter: ['honoured', 'rejected', 'honoured with a code'], // 2.1
  emptyText: ['missing', 'a value'], // 7
  tokenCheckOrder: [
    'limit first',
    'client first',
    'grant before scope',
    'grant type before client',
    'grant first',
    'scope first',
  ], // 7
  tokenMediaType: ['with parameters', 'without parameters'], // preamble
  ownTokens: ['new each time', 'the same while it lives'], // 2.1
  codes: ['prefixed', 'short', 'with signs', 'long'], // 2.1
  refreshTokens: ['prefixed', 'uuid', 'with signs'], // 2.2
  clientSecrets: ['hex', 'with signs'], // 2.1
  publicKey: ['typed', 'bare', 'long'], // 2.2
  // The five protected operations.
  preferenceNoToken: [401, 403, 400, 407], // 5
  preferenceBadToken: [401, 403, 400, 404], // 5
  testUserNoToken: [401, 403, 400], // 7
  testUserBadToken: [401, 403, 400], // 7
  cancelNoToken: [401, 403, 404], // 5
  agreementNoToken: [401, 403, 400, 404], // 7
  agreementBadToken: [401, 403, 400, 404], // 7
  deletionNoToken: [400, 401, 403, 404], // 5
  testTokens: ['accepted', 'with x-test-scope'], // 5
  checkOrder: ['token first', 'token last'], // 7
  requestMediaType: ['not looked at', 400, 415], // preamble
  requestParameters: ['accepted', 400, 415], // preamble
  preferenceAnswer: ['links', 'id', 'other members', 'nothing'], // 4
  preferenceRequired: ['none', 'items'], // 4
  preferenceTypes: ['checked', 'not looked at'], // 2.7
  preferenceDates: ['any', 'without a time', 'within a year'], // 2.7, 8
  preferenceSpelling: ['any', 'as in the tables', 'as in the examples'], // 2.7
  preferencePlaces: ['any', 'inside'], // 2.7
  preferenceValues: ['any', 'usual ones'], // 8
  preferenceFlags: ['any', 'without contradictions'], // 2.7
  preferenceUnknown: ['accepted', 'rejected'], // 2.7
  testUserRefusal: [400, 403, 404, 401], // 7
  testUserDescriptions: ['any', 'a hundred signs of ASCII', 'one line', 'letters and digits'], // 7, 8
  unknownSite: ['accepted', 400, 404, 403], // 2.3
  siteStatus: ['active', 'pending', 'inactive', 'en revisión'], // 2.3
  testUserIds: ['large', 'small', 'of 64 bits', 'of the request', 'negative'], // 2.3
  testUserEmail: ['usual', 'quoted', 'international', 'tagged', 'of an address'], // 2.3
  testUserPassword: ['letters', 'signs', 'words', 'one letter'], // 2.3
  timeStamps: [...usualStamps, '+05:30 .SSSSSS', '-04:00 ,SSS', ...shortStamps, 'by week Z', 'by day of the year Z'], // 2.3
  testScope: ['any', 'only sandbox'], // 4
  cancelledTwice: [409, 'accepted', 404, 400, 410, 403], // 3
  cancelledId: ['as named', 'upper case'], // 2.4
  unknownIntent: [404, 409, 400, 410], // 7
  agreementRequired: ['none', 'return_uri', 'every field'], // 2.5
  agreementTypes: ['checked', 'not looked at'], // 2.5
  agreementAmounts: ['any', 'from one'], // 7
  agreementFlow: ['any', 'letters and digits'], // 8
  agreementUnknown: ['accepted', 'rejected'], // 2.5
  agreementClient: ['accepted', 'rejected', "the token's own"], // 4
  agreementPlatform: ['optional', 'required', 'known', 'of 64 signs at most'], // 4
  agreementUri: ['path', 'query', 'fragment', 'app', 'IPv6', 'capitals'], // 2.5
  absentOrder: ['accepted', 404, 400, 409, 500, 410, 403, 'accepted once deleted'], // 2.6, 3
  // How identifiers are formed: the reference gives their types only.
  clientIds: ['digits', 'app-7f3k', 'hex'], // 2.1
  userIdValues: ['text', 'number', 'number of 64 bits'], // 2.2 and 2.6
  intentIds: ['uuid', 'prefixed', 'digits', 'upper case', 'zeros', 'exponent', 'plus', 'Arabic digits'], // 2.4
  deviceIds: ['make and serial', 'uuid', 'digits', 'minus', 'spaces'], // 4
  agreementIds: ['hex', 'uuid', 'prefixed', 'digits', 'of the request', 'zeros', 'signs'], // 2.5
  posIds: ['letters and digits', 'with signs', 'digits', 'zeros', 'minus', 'exponent', 'Devanagari digits'], // 4
  userIdForms: ['digits', 'as in code'], // 7
} as const satisfies Record<string, readonly [Scalar, Scalar, ...Scalar[]]>;

export type Variation = { readonly [Name in keyof typeof choices]: (typeof choices)[Name][number] };

const rows = Object.entries<readonly [Scalar, ...Scalar[]]>(choices);
const singles = rows.flatMap(([name, alternatives]) => alternatives.slice(1).map((value) => ({ name, value })));

/** Number of variations that differ from the default in one choice only: they are 1 to this number. */
export const singleVariations = singles.length;

/** Returns variation n: 0 is the default, then the single ones, then random combinations fixed by n. */
export function variation(n: number): Variation {
  const picked = Object.fromEntries(rows.map((row) => [row[0], pick(row, n)]));
  if (!isVariation(picked)) throw new Error(`Variation ${n} lacks a choice. Add it in mock/variations.ts.`);
  return picked;
}

/** Returns the number of the variation with one non-default alternative; undefined if there is none. */
export function variationWith(name: string, value: Scalar): number | undefined {
  const index = singles.findIndex((single) => single.name === name && single.value === value);
  return index === -1 ? undefined : index + 1;
}

/** Returns one alternative of the choice: the default, that of a single variation, or one drawn by the number. */
function pick([name, alternatives]: (typeof rows)[number], n: number): Scalar {
  const [usual] = alternatives;
  const single = singles[n - 1];
  if (n <= singles.length) return single?.name === name ? single.value : usual;
  const digest = createHash('sha256').update(`${n} ${name}`).digest();
  return alternatives[digest.readUInt32BE() % alternatives.length] ?? usual;
}

function isVariation(picked: Record<string, Scalar>): picked is Variation {
  return rows.every(([name, alternatives]) => alternatives.some((value) => value === picked[name]));
}
