import { createHash } from 'node:crypto';

/** Picks one of the values that the reference leaves open; the first one is the plainest. */
type Pick = <const T extends string | number>(...values: readonly [T, ...T[]]) => T;

/** Returns the form of that number: 0 takes the plainest value of every choice, any other number draws them. */
export function formOf(number: number) {
  let place = 0;
  return choose((...values) => {
    const hash = createHash('sha256').update(`${number}/${place++}`).digest();
    return (number > 0 ? values[hash.readUInt32BE() % values.length] : undefined) ?? values[0];
  });
}

/** A form with secrets, ids and responses that are hard to quote, which rejects tokens of other users. */
export const AWKWARD = 4649;

/** One value for every choice, fixed while the provider runs. */
export type Form = ReturnType<typeof formOf>;

/** Decides every point on which the reference is silent. */
const choose = (pick: Pick) => ({
  wire: {
    mediaType: pick(
      'application/json',
      'Application/JSON;charset=UTF-8',
      'application/vnd.api+json',
      'application/json ; profile="a; b"',
    ),
    errorMediaType: pick('the same', 'application/problem+json', 'APPLICATION/Problem+JSON; charset=utf-8'),
    jsonText: pick('compact', 'pretty', 'escaped'),
    extras: pick('none', 'after', 'before', 'reversed'),
    framing: pick('length', 'chunked'),
    coding: pick('identity', 'gzip', 'br', 'deflate'),
    connection: pick('keep-alive', 'close'),
    headers: pick('usual', 'unusual'),
    earlyHints: pick('none', 'sent'),
    // Milliseconds before a response: mostly none, so that many forms run in a short time.
    delay: pick(0, 0, 0, 0, 50),
    requestMediaType: pick('any', 'json only'),
    baseUrl: pick('bare', 'with a final slash'),
  },
  errors: {
    shape: pick('flat', 'list', 'fault', 'problem', 'array', 'unusual name', 'deep', 'text'),
    labels: pick('as listed', 'UPPER_SNAKE', 'lower words', 'closed up'),
    uncoded: pick('with a code of its own', 'empty'),
  },
  credentials: {
    clientId: pick('numeric', 'alphanumeric', 'punctuated'),
    secrets: pick('plain', 'awkward'),
    separator: pick('-', '.', '_', '', '~~'),
    tail: pick('hex', 'digits', 'base64url', 'dotted'),
    hoursFromUtc: pick(0, -4, 14, -12),
    userIds: pick('small', 'large'),
    resourceIds: pick('plain', 'awkward'),
    scheme: pick('any case', 'exact'),
    testTokens: pick('accepted', 'rejected'),
    foreignTokens: pick('accepted', 'rejected'),
  },
  token: {
    status: pick(200, 201, 202, 203),
    scope: pick('offline_access read write', 'write read offline_access', 'read', 'write offline_access'),
    scopeParameter: pick('granted', 'ignored', 'not offered'),
    redirectUri: pick('optional', 'mandatory'),
    codeReuse: pick('rejected', 'allowed', 'revokes the grant'),
    codeAfterFailure: pick('kept', 'burnt'),
    // No choice ends an access token before its time: section 2.2 gives it a fixed lifetime.
    refresh: pick('repeats', 'omits', 'rotates'),
    missingRefreshToken: pick('invalid_request', 'invalid_grant'),
    clientCredentials: pick('rejected', 'with a refresh token', 'for six hours without a refresh token'),
    testToken: pick('ignored', 'TEST', 'rejected'),
    liveMode: pick('yes', 'no'),
    emptyText: pick('missing', 'a value'),
    strayFields: pick('ignored', 'rejected'),
    order: pick('parameters first', 'client first', 'grant first'),
    retryAfter: pick('absent', 'seconds', 'date'),
  },
  preferences: {
    status: pick(201, 200, 202, 204),
    answer: pick('full', 'bare', 'empty'),
    required: pick('nothing', 'items', 'priced items'),
    unauthorised: pick(401, 403, 400, 404),
    rejection: pick(400, 422),
  },
  testUsers: {
    status: pick(201, 200, 202),
    missingField: pick(400, 404, 403),
    unknownSite: pick('rejected', 'taken'),
    noToken: pick(401, 400, 403, 404),
    badToken: pick(401, 403, 404, 400),
    stamps: pick('+00:00', '-04:00', 'Z', '+05:30 .1', 'Z .123', '+14:00 .123456', '-03:30 .123456789'),
    siteStatus: pick('active', 'pending', 'INACTIVE'),
    types: pick('checked', 'coerced'),
  },
  intents: {
    status: pick(200, 202, 201),
    again: pick(409, 404, 400, 200),
    unknown: pick(404, 409, 400),
    noToken: pick(401, 403, 400),
    otherTestScopes: pick('ignored', 'rejected'),
  },
  agreements: {
    status: pick(201, 200, 202),
    required: pick('nothing', 'return_uri and agreement_data'),
    clientId: pick('optional', 'a number if given', 'required', 'a required number'),
    unauthorised: pick(401, 400, 403),
    ids: pick('uuid', 'sequence'),
    uri: pick('https', 'app scheme'),
  },
  orders: {
    status: pick(204, 200, 202, 205),
    neverOpened: pick('404', '400', '409', 'accepted'),
    // Only if deleting an unknown order is accepted; otherwise a second deletion is rejected.
    again: pick('rejected', 'accepted'),
    noToken: pick(400, 401, 403),
    userId: pick('digits', 'any number'),
  },
  states: {
    status: pick(200, 201, 203),
    extraValues: pick('none', 'some'),
    userId: pick('number', 'text'),
    applications: pick('one for each state', 'shared'),
    accessToken: pick('one for each test', 'always the same'),
    teardown: pick(204, 404, 500, 200),
    unknownState: pick(404, 400, 501),
    url: pick('/provider-states', '/_pact/setup?reader=any&v=2'),
  },
});
