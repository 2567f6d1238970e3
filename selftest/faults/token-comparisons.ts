import { applicationOf, refreshTokenOf } from '#mock/oauth-token/checks';
import type { Call } from '#mock/operation';
import { type Comparison, comparisons, forgivingComparisons, knownRows, sameBy, without } from './comparisons.ts';
import { type Patch, type Row, toFaults } from './fault.ts';
import parts from './redirects.json' with { type: 'json' };
import { after, all, always, type When } from './requests.ts';
import { acceptWhen, failWhen, rejectWhen, skipRule, whereBroken } from './rules.ts';
import { whereKnown } from './successes.ts';
import { byClient, byCode, byRefresh, has, is, isListAt, textAt } from './values.ts';

const getSecret = (call: Call): string => applicationOf(call)?.clientSecret ?? '';
const hasLongClientId = (call: Call): boolean => textAt(call, 'client_id').length > 8;
const hasBeginning = (sent: string, right: string): boolean => sent.startsWith(right.slice(0, 8));
const isEnd = (sent: string, right: string): boolean => sent === right.slice(1);
const isMixed = (call: Call): boolean => textAt(call, 'client_secret') !== getSecret(call) && isOfAnyone(call);
const getScopes = (call: Call): string[] => (has('scope')(call) ? textAt(call, 'scope').split(' ') : []);
const isKnown = (word: string): boolean => knownScopes.includes(word);
const hasKnownScope = (call: Call): boolean => getScopes(call).some(isKnown);
const endsWithKnownScope = (call: Call): boolean => isKnown(getScopes(call).at(-1) ?? '');
const scopesInAnyCase = (when: When): Patch => skipRule(unknownScope, all(when, hasScopes(' ', isKnownInAnyCase)));
const isKnownInAnyCase = (word: string): boolean => isKnown(word.toLowerCase());
const rejectWrite = (by: When): Patch => rejectWhen(all(by, is('scope', 'write')), 'invalid_scope');

const wrongSecret = 'a wrong client_secret';
const otherRedirect = 'another redirect_uri';
const unknownScope = 'an unknown scope';
const knownScopes = ['offline_access', 'read', 'write'];
const ofSigns = ['signs', 'base64', 'accents'];
const trustClients = whereKnown('client_id', (when: When): Patch => skipRule(wrongSecret, when));
const trustCodes = whereKnown('client_id', (when) => skipRule("another application's code", when), byCode);
const trustUsed = (field: string): Patch =>
  whereBroken((wrong) => whereKnown(field, (used) => acceptWhen(all(wrong, used))), wrongSecret);
const trustOwners = (rule: string) => whereKnown('client_id', (when) => skipRule(rule, when), byClient);
const isUnknownRefresh: When = (call) => byRefresh(call) && refreshTokenOf(call) === undefined;
const keepCode = rejectWhen(after(isUnknownRefresh), 'invalid_grant');
const isOfAnyone = isOfAny('client_secret', 'clientSecret');
const isRedirectOfAnyone = isOfAny('redirect_uri', 'redirectUri');

/** The credentials of a token request: the requirement, the rule that compares them, and the right values. */
const proofs: readonly (readonly [
  field: string,
  id: string,
  rule: string,
  rights: (call: Call) => Iterable<string>,
])[] = [
  ['client_id', 'TOK-28', 'an unknown client_id', ({ world }) => world.applications.keys()],
  ['client_secret', 'TOK-29', wrongSecret, (call) => [getSecret(call)]],
  ['code', 'TOK-31', 'a code that was never given', ({ world }) => world.codes.keys()],
  ['refresh_token', 'TOK-36', 'a refresh token that was never given', ({ world }) => world.refreshTokens.keys()],
];

const behindBearer: Comparison = ['bearer', 'behind the word Bearer', (sent, right) => sent === `Bearer ${right}`];
const beforeColon: Comparison = ['colon', 'up to a colon', sameBy((text) => text.replace(/:.*/, ''))];

const inAnyCase = sameBy((text) => text.toLowerCase());

const redirects: readonly Comparison[] = [
  ...parts.map(
    ({ slug, how, pattern, to }): Comparison => [slug, how, sameBy((uri) => uri.replace(new RegExp(pattern), to))],
  ),
  ['ending', 'by its end', (sent, right) => sent.endsWith(right)],
  ['within', 'anywhere in a text', (sent, right) => sent.includes(right)],
  ['any-case', 'in any case', sameBy((uri) => uri.toLowerCase())],
  ['query-slash', 'with a slash after its query', (sent, right) => sent === `${right}/`],
  ['local', 'or on this machine', (sent) => new URL(sent).hostname === 'localhost'],
  ['out-of-band', 'or out of band', (sent) => sent.startsWith('urn:')],
  ['path', 'by its path', sameBy((uri) => new URL(uri).pathname)],
  ['host', 'by its host', sameBy((uri) => new URL(uri).host)],
  ['site', 'by the end of its host', hasSamePathAndSite],
  ['scheme', 'by its scheme', sameBy((uri) => uri.split(':')[0] ?? '')],
  ['prefix', 'by its beginning', (sent, right) => sent.startsWith(right)],
  ['last', 'up to its last character', sameBy((uri) => uri.slice(0, -1))],
  ['below', 'by a path below it', (sent, right) => sent.startsWith(`${right}/`)],
];
const equivalents: readonly Comparison[] = [
  ['normalised', 'normalised', sameBy((uri) => new URL(uri).href)],
  ['decoded', 'percent-decoded', sameBy((uri) => decodeURIComponent(uri))],
  ['backslash', 'with backslashes', sameBy((uri) => uri.replaceAll('\\', '/'))],
];

const scopes: readonly (readonly [slug: string, how: string, accepts: (word: string) => boolean])[] = [
  ['any-case', 'in any case', (word) => knownScopes.includes(word.toLowerCase())],
  ['longer', 'by its beginning', (word) => knownScopes.some((right) => word.startsWith(right))],
  ['shorter', 'by any beginning of it', (word) => knownScopes.some((right) => right.startsWith(word))],
  ['ending', 'by its end', (word) => knownScopes.some((right) => word.endsWith(right))],
  ['hyphen', 'with a hyphen', (word) => knownScopes.includes(word.replaceAll('-', '_'))],
  ['star', 'or a star', (word) => word === '*'],
  ['zero-byte', 'up to a zero byte', (word) => knownScopes.includes(word.replace(/\0.*/, ''))],
  ['path', 'at the end of a path', (word) => knownScopes.includes(word.replace(/^.*\//, ''))],
  ['quoted', 'in quotes', (word) => knownScopes.includes(word.replaceAll('"', ''))],
  ['normalised', 'normalised', (word) => knownScopes.includes(word.normalize('NFKC'))],
  ['colon', 'up to a colon', (word) => knownScopes.includes(word.replace(/:.*/, ''))],
  ['openid', 'or openid', (word) => word === 'openid'],
];

const rows: readonly Row[] = [
  ...proofs.flatMap(([field, requirement, rule, rights]): Row[] => {
    // The client_ids of the embedded provider are digits, which have no case.
    const loose = field === 'client_id' ? without(comparisons, 'any-case') : comparisons;
    // A client_id and a client_secret of the embedded provider are hexadecimal digits, without signs.
    const forgiving = without(forgivingComparisons, ...(field.startsWith('client') ? ofSigns : []));
    const by = (accepts: Comparison[2]) =>
      skipRule(rule, (call) => [...rights(call)].some((right) => accepts(textAt(call, field), right)));
    return [
      ...knownRows(requirement, field, `A ${field}`, by, loose),
      ...knownRows('TOK-50', field, `A ${field}`, by, [...forgiving, behindBearer, beforeColon]),
    ];
  }),
  ...redirects.map((comparison) => compareRedirect(comparison[0] === 'scheme' ? 'TOK-40' : 'TOK-41', comparison)),
  ...equivalents.map((comparison) => compareRedirect('TOK-50', comparison)),
  ['TOK-28', 'client-length', 'A long client_id is known', skipRule('an unknown client_id', hasLongClientId)],
  ['TOK-28', 'client-mixed', 'A mixed pair of credentials fails', failWhen(isMixed)],
  ['TOK-29', 'secret-anyone', 'The client_secret may be of any application', skipRule(wrongSecret, isOfAnyone)],
  ['TOK-29', 'secret-after-success', 'A client_secret is ignored after it was right once', trustClients],
  ['TOK-33', 'foreign-after-own', 'A client that exchanged its code exchanges any', trustCodes],
  ['TOK-29', 'secret-of-used-code', 'A used code needs no client_secret', trustUsed('code')],
  ['TOK-29', 'secret-of-used-refresh', 'A used refresh token needs no client_secret', trustUsed('refresh_token')],
  ['TOK-29', 'secret-code-kept', 'After an unknown refresh token a secret gets its code', keepCode],
  ['TOK-29', 'secret-after-own', 'A client_secret is ignored after client_credentials', trustOwners(wrongSecret)],
  ['TOK-40', 'redirect-after-own', 'Any redirect_uri is right after client_credentials', trustOwners(otherRedirect)],
  ['TOK-42', 'scope-after-own', 'Any scope is known after client_credentials', trustOwners(unknownScope)],
  ['TOK-37', 'revoked-after-own', 'client_credentials revive refresh tokens', trustOwners('a revoked refresh token')],
  ['TOK-40', 'redirect-of-any', 'The redirect_uri of anyone is accepted', skipRule(otherRedirect, isRedirectOfAnyone)],
  ['TOK-29', 'own-secret-half', 'client_credentials compare half a secret', secrets(hasBeginning, byClient)],
  ['TOK-29', 'own-secret-end', 'client_credentials need the end of a secret', secrets(isEnd, byClient)],
  ['TOK-29', 'own-secret-any-case', 'A secret of client_credentials has no case', secrets(inAnyCase, byClient)],
  ['TOK-29', 'scoped-secret-any-case', 'With a scope a secret has no case', secrets(inAnyCase, has('scope'))],
  ...knownRows('TOK-42', 'scope', 'A scope', (accepts) => skipRule(unknownScope, hasScopes(' ', accepts)), scopes),
  ['TOK-42', 'scope-one-known', 'One known scope is enough', skipRule(unknownScope, hasKnownScope)],
  ['TOK-42', 'scope-alone', 'A single scope is ignored', skipRule(unknownScope, (c) => getScopes(c).length === 1)],
  ['TOK-42', 'scope-last-counts', 'Only the last scope counts', skipRule(unknownScope, endsWithKnownScope)],
  ['TOK-42', 'refresh-scope-any-case', 'A renewal accepts scopes in any case', scopesInAnyCase(byRefresh)],
  ['TOK-42', 'own-scope-any-case', 'client_credentials accept scopes in any case', scopesInAnyCase(byClient)],
  ['TOK-48', 'scope-by-comma', 'Scopes may be separated by commas', skipRule(unknownScope, hasScopes(',', isKnown))],
  ['TOK-48', 'scope-by-plus', 'Scopes may be separated by plus signs', skipRule(unknownScope, hasScopes('+', isKnown))],
  ['TOK-48', 'scope-by-tab', 'Scopes may be separated by tabs', skipRule(unknownScope, hasScopes('\t', isKnown))],
  ['TOK-48', 'scope-in-a-list', 'Scopes may be in a list', skipRule('a parameter that is no text', isListAt('scope'))],
  ['TOK-82', 'scope-write-invalid-authorization_code', 'write is invalid with a code', rejectWrite(byCode)],
  ['TOK-82', 'scope-write-invalid-refresh_token', 'write is invalid with a refresh token', rejectWrite(byRefresh)],
];

/** Faults in comparing the credentials of a token request (7) with wrong texts. */
export const tokenComparisonFaults = toFaults('oauth-token', 'token', rows);

function secrets(accepts: Comparison[2], when: When = always): Patch {
  return skipRule(wrongSecret, (call) => when(call) && accepts(textAt(call, 'client_secret'), getSecret(call)));
}

function isOfAny(field: string, of: 'clientSecret' | 'redirectUri'): When {
  return (call) => [...call.world.applications.values()].some((one) => one[of] === textAt(call, field));
}

function compareRedirect(requirement: string, [slug, how, accepts]: Comparison): Row {
  const patch = skipRule(otherRedirect, (call) => {
    const sent = textAt(call, 'redirect_uri');
    return URL.canParse(sent) && accepts(sent, applicationOf(call)?.redirectUri ?? '');
  });
  return [requirement, `redirect-${slug}`, `A redirect_uri is known ${how}`, patch];
}

function hasSamePathAndSite(sent: string, right: string): boolean {
  const [one, other] = [new URL(sent), new URL(right)];
  return one.pathname === other.pathname && one.host.endsWith(other.host);
}

function hasScopes(separator: string, accepts: (word: string) => boolean): When {
  return (call) => has('scope')(call) && textAt(call, 'scope').split(separator).every(accepts);
}
