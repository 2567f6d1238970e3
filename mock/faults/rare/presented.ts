import { type Fault, reading, saying, sparing, stumbling, type When } from '../../fault.ts';
import { isObject, type JsonObject } from '../../http/json.ts';
import { type Call, textMember } from '../../operation.ts';
import { has, is } from '../found.ts';
import { rowsOf } from '../row.ts';

const { row, fails } = rowsOf('oauth-token', 'token');
const foreign = "another application's refresh token";
const unknownRefresh = 'a refresh token that was never given';

/** What is presented to the token operation, and taken for what it is not. */
export const presentedFaults: readonly Fault[] = [
  row(
    'TOK-39',
    'issued-refresh-anyone',
    'The refresh token that a code gave is anybody’s.',
    forgettingWhose(is('grant_type', 'authorization_code')),
  ),
  row(
    'TOK-39',
    'renewed-refresh-anyone',
    'The refresh token that a renewal gave is anybody’s.',
    forgettingWhose(is('grant_type', 'refresh_token')),
  ),
  row(
    'TOK-36',
    'access-as-refresh',
    'An access token is a refresh token too.',
    sparing(unknownRefresh, isAccessToken('refresh_token')),
  ),
  row(
    'TOK-31',
    'access-as-code',
    'An access token is a code too.',
    sparing('a code that was never given', isAccessToken('code')),
  ),
  row(
    'TOK-34',
    'refresh-for-code',
    'A refresh token in place of a code is renewed.',
    reading(retyped('authorization_code', 'refresh_token')),
  ),
  row(
    'TOK-35',
    'code-for-refresh',
    'A code in place of a refresh token is exchanged.',
    reading(retyped('refresh_token', 'authorization_code')),
  ),
  ...[
    { slug: 'any-case', words: 'in any case', known: (sent: string) => sent.toLowerCase() },
    { slug: 'hyphen', words: 'with hyphens', known: (sent: string) => sent.replaceAll('-', '_') },
    {
      slug: 'first-word',
      words: 'by its first word',
      known: (sent: string) => (sent === 'refresh' ? 'refresh_token' : sent),
    },
    {
      slug: 'camel',
      words: 'in camel case',
      known: (sent: string) => sent.replace(/[A-Z]/g, '_$&').toLowerCase(),
    },
    { slug: 'blank', words: 'with blanks', known: (sent: string) => sent.replaceAll(' ', '_') },
    { slug: 'zero-byte', words: 'up to a zero byte', known: (sent: string) => sent.replace(/\0.*/, '') },
    { slug: 'first', words: 'by the first of several', known: (sent: string) => sent.replace(/ .*/, '') },
    {
      slug: 'short',
      words: 'by its last word',
      known: (sent: string) => (sent === 'code' ? 'authorization_code' : sent),
    },
  ].map(({ slug, words, known }) =>
    row('TOK-30', `grant-type-${slug}`, `A grant_type is known ${words}.`, reading(ofGrantType(known))),
  ),
  ...[
    { slug: 'trimmed', words: 'with blanks around it', known: (sent: string) => sent.trim() },
    { slug: 'normalised', words: 'normalised', known: (sent: string) => sent.normalize('NFKC') },
    { slug: 'quoted', words: 'in quotes', known: (sent: string) => sent.replaceAll('"', '') },
  ].map(({ slug, words, known }) =>
    row('TOK-50', `grant-type-${slug}`, `A grant_type is known ${words}.`, reading(ofGrantType(known))),
  ),
  row(
    'TOK-30',
    'grant-type-device',
    'The grant_type of a device is an invalid_grant.',
    stumbling((call) => /^urn:/.test(textMember(call, 'grant_type') ?? ''), 400, 'invalid_grant'),
  ),
  row(
    'TOK-30',
    'grant-refresh-any-case',
    'The grant_type refresh_token is known in any case.',
    reading(ofGrantType((sent) => (/^refresh_token$/i.test(sent) ? 'refresh_token' : sent))),
  ),
  row(
    'TOK-59',
    'basic',
    'The credentials may stand in a header.',
    reading((call) => withMembers(call, ofBasic(call))),
  ),
  row(
    'TOK-59',
    'query',
    'The credentials may stand in the query.',
    reading((call) => withMembers(call, ofQuery(call))),
  ),
  ...(['refresh_token', 'client_credentials'] as const).flatMap((grant) => [
    row(
      'TOK-24',
      `stranger-${grant}`,
      `With ${grant} any parameter will do.`,
      sparing('a parameter that is not supported', is('grant_type', grant)),
    ),
    fails(
      'TOK-24',
      `stranger-${grant}-fails`,
      `With ${grant} an unknown parameter fails.`,
      strangerWith(grant),
    ),
  ]),
  ...(['client_secret', 'redirect_uri', 'refresh_token'] as const).map((member) =>
    row(
      'TOK-25',
      `twice-${member}`,
      `A ${member} may stand twice.`,
      sparing('a parameter given twice', ({ body }) => body.text.split(`"${member}":`).length > 2),
    ),
  ),
];

/** Refresh tokens that some requests gave are not looked at by the rule whose they are. */
function forgettingWhose(when: When) {
  const given = new Set<string>();
  const remember = saying((body, call) => {
    if (when(call)) given.add(`${body.refresh_token}`);
    return body;
  });
  const forget = sparing(foreign, (call) => given.has(textMember(call, 'refresh_token') ?? ''));
  return (operation: Parameters<typeof forget>[0]) => forget(remember(operation));
}

function isAccessToken(member: string): When {
  return (call) => call.world.accessTokens.has(textMember(call, member) ?? '');
}

/** What has no value of its grant is read as the other grant, whose value it has. */
function retyped(sent: string, taken: string) {
  const wanted = { authorization_code: 'code', refresh_token: 'refresh_token' }[sent] ?? '';
  return (call: Call) =>
    textMember(call, 'grant_type') === sent && !has(wanted)(call)
      ? withMembers(call, { grant_type: taken })
      : call;
}

/** A reader of the request whose grant_type is another one. */
export function ofGrantType(known: (sent: string) => string) {
  return (call: Call) => {
    const sent = textMember(call, 'grant_type');
    return sent === undefined ? call : withMembers(call, { grant_type: known(sent) });
  };
}

function withMembers(call: Call, members: JsonObject): Call {
  const { value } = call.body;
  if (!isObject(value)) return call;
  return { ...call, body: { ...call.body, value: { ...value, ...members } } };
}

function ofBasic({ headers }: Call): JsonObject {
  const pair = /^Basic (\S+)$/.exec(`${headers.authorization}`)?.[1];
  if (pair === undefined) return {};
  const [client_id = '', client_secret = ''] = Buffer.from(pair, 'base64').toString().split(':');
  return { client_id, client_secret };
}

function ofQuery({ query }: Call): JsonObject {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, `${value}`]));
}

function strangerWith(grant: string): When {
  const known =
    /^(client_id|client_secret|grant_type|code|code_verifier|redirect_uri|refresh_token|test_token|scope)$/;
  return (call) => {
    const { value } = call.body;
    const names = isObject(value) ? Object.keys(value) : [];
    return textMember(call, 'grant_type') === grant && names.some((name) => !known.test(name));
  };
}
