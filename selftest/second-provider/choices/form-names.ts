import { choose, type Form } from './choices.ts';
import { atRandom, first } from './pick.ts';

/** Describes what a form chooses otherwise than the first value of a choice. */
export type Changes = { [Subject in keyof Form]?: Partial<Form[Subject]> };

/** The forms by name: what each chooses otherwise than the plainest value of every choice. */
const forms = {
  plain: {},
  'problem details': {
    wire: { errorMediaType: 'application/problem+json', extras: 'after' },
    errors: { shape: 'problem', labels: 'lower words' },
    credentials: { clientId: 'alphanumeric', separator: '.', tail: 'base64url' },
    token: { status: 201, scope: 'read', liveMode: 'no', retryAfter: 'seconds' },
    preferences: { status: 200, answer: 'bare', rejection: 422 },
    testUsers: { stamps: 'Z .123', siteStatus: 'pending', noToken: 403, badToken: 403 },
    agreements: { status: 200, unauthorised: 403, clientId: 'required' },
    orders: { status: 200, neverOpened: '400', noToken: 401 },
  },
  terse: {
    wire: { mediaType: 'application/vnd.api+json', baseUrl: 'with a final slash' },
    errors: { shape: 'text', uncoded: 'empty', labels: 'closed up' },
    credentials: { separator: '', tail: 'digits', userIds: 'small' },
    token: { refresh: 'omits', clientCredentials: 'for six hours without a refresh token' },
    preferences: { status: 201, answer: 'empty', unauthorised: 401 },
    testUsers: { stamps: 'Z', status: 200 },
    intents: { status: 202, noToken: 403 },
    orders: { status: 205, neverOpened: '409', noToken: 403 },
    states: { teardown: 404, url: '/_pact/setup?reader=any&v=2', unknownState: 501 },
  },
  talkative: {
    wire: { extras: 'reversed', jsonText: 'pretty', headers: 'odd', earlyHints: 'sent' },
    errors: { shape: 'deep', labels: 'UPPER_SNAKE' },
    credentials: {
      userIds: 'large',
      clientId: 'punctuated',
      secrets: 'awkward',
      resourceIds: 'awkward',
      foreignTokens: 'refused',
    },
    token: { status: 202, clientCredentials: 'with a refresh token', retryAfter: 'date' },
    testUsers: { stamps: '-03:30 .123456789', siteStatus: 'INACTIVE', status: 202 },
    agreements: { ids: 'sequence', uri: 'app scheme', status: 202 },
    states: { extraValues: 'some', status: 201 },
  },
  strict: {
    wire: { requestMediaType: 'json only', mediaType: 'application/json ; profile="a; b"' },
    errors: { shape: 'list' },
    credentials: { scheme: 'exact', foreignTokens: 'refused', testTokens: 'refused' },
    token: { scopeParameter: 'not offered', redirectUri: 'mandatory', testToken: 'refused' },
    preferences: { required: 'priced items', types: 'strict', unauthorised: 403 },
    testUsers: { missingField: 404, noToken: 404, badToken: 404 },
    intents: { unknown: 409, otherTestScopes: 'refused', again: 404 },
    agreements: { required: 'return_uri and agreement_data', clientId: 'a required number', types: 'strict' },
  },
  'grant by grant': {
    errors: { shape: 'odd name' },
    credentials: { clientId: 'alphanumeric', separator: '' },
    token: { order: 'grant first', codeReuse: 'revokes the grant', strayFields: 'refused' },
    preferences: { required: 'items', unauthorised: 404 },
    agreements: { unauthorised: 400, clientId: 'a number if given' },
    states: { applications: 'shared', teardown: 200 },
  },
  lax: {
    errors: { shape: 'array' },
    credentials: { separator: '~~', tail: 'dotted' },
    token: { codeReuse: 'allowed', testToken: 'TEST', order: 'client first' },
    preferences: { unauthorised: 400, status: 202 },
    testUsers: { unknownSite: 'taken', types: 'coerced', missingField: 403, noToken: 400, badToken: 400 },
    intents: { again: 200, unknown: 400, status: 201, noToken: 400 },
    orders: { neverOpened: 'accepted', again: 'accepted', userId: 'any number', status: 202 },
    states: { status: 203, userId: 'text', accessToken: 'always the same' },
  },
  'proxied and slow': {
    wire: { framing: 'chunked', coding: 'gzip', connection: 'close', delay: 50, jsonText: 'escaped' },
    credentials: { secrets: 'awkward', hoursFromUtc: -12 },
    token: { emptyText: 'a value', scopeParameter: 'ignored', codeAfterFailure: 'burnt' },
    testUsers: { stamps: '-04:00' },
    states: { teardown: 500, unknownState: 400 },
  },
  'far east': {
    wire: { mediaType: 'Application/JSON;charset=UTF-8', coding: 'br', extras: 'before' },
    errors: { shape: 'fault' },
    credentials: { hoursFromUtc: 14, separator: '_', userIds: 'large' },
    token: { refresh: 'rotates', scope: 'write read offline_access', status: 203 },
    preferences: { status: 204 },
    testUsers: { stamps: '+14:00 .123456' },
    orders: { neverOpened: 'accepted' },
  },
  'one session': {
    wire: { coding: 'deflate', errorMediaType: 'APPLICATION/Problem+JSON; charset=utf-8' },
    errors: { uncoded: 'empty' },
    credentials: { hoursFromUtc: -4 },
    token: {
      refresh: 'rotates and ends',
      missingRefreshToken: 'invalid_grant',
      scope: 'write offline_access',
    },
    testUsers: { stamps: '+05:30 .1' },
    intents: { again: 400 },
  },
} as const satisfies Record<string, Changes>;

/** A form of the table, or `random:<n>`: any value of every choice, the same ones for the same number. */
export type FormName = keyof typeof forms | `random:${number}`;

/** The names of the table's forms. */
export const formNames = Object.keys(forms).filter(isFormName);

function isRandom(name: string): name is `random:${number}` {
  return /^random:\d+$/.test(name);
}

/** Tells a form's name from any other text. */
export function isFormName(name: string): name is FormName {
  return Object.hasOwn(forms, name) || isRandom(name);
}

/** The value of every choice in the form of that name. */
export function formOf(name: FormName): Form {
  if (isRandom(name)) return choose(atRandom(Number(name.slice('random:'.length))));
  return changed(forms[name]);
}

function changed(changes: Changes): Form {
  const plain = choose(first);
  return {
    wire: { ...plain.wire, ...changes.wire },
    errors: { ...plain.errors, ...changes.errors },
    credentials: { ...plain.credentials, ...changes.credentials },
    token: { ...plain.token, ...changes.token },
    preferences: { ...plain.preferences, ...changes.preferences },
    testUsers: { ...plain.testUsers, ...changes.testUsers },
    intents: { ...plain.intents, ...changes.intents },
    agreements: { ...plain.agreements, ...changes.agreements },
    orders: { ...plain.orders, ...changes.orders },
    states: { ...plain.states, ...changes.states },
  };
}
