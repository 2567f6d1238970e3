import { type Fault, type Patch, sparing } from '../../fault.ts';
import { applicationOf } from '../../oauth-token/client-checks.ts';
import { type Call, textMember } from '../../operation.ts';
import { type Comparison, forgivingComparisons, looseComparisons } from '../comparisons.ts';
import { rowsOf } from '../row.ts';

const { row } = rowsOf('oauth-token', 'token');

/** What a token request proves itself by: the rule that compares it, and what it may be compared with. */
type Proof = { member: string; breaks: string; rule: string; rights: (call: Call) => Iterable<string> };

const proofs: readonly Proof[] = [
  {
    member: 'client_id',
    breaks: 'TOK-28',
    rule: 'an unknown client_id',
    rights: ({ world }) => world.applications.keys(),
  },
  { member: 'client_secret', breaks: 'TOK-29', rule: 'a wrong client_secret', rights: secrets },
  {
    member: 'code',
    breaks: 'TOK-31',
    rule: 'a code that was never given',
    rights: ({ world }) => world.codes.keys(),
  },
  {
    member: 'refresh_token',
    breaks: 'TOK-36',
    rule: 'a refresh token that was never given',
    rights: ({ world }) => world.refreshTokens.keys(),
  },
];

const behindBearer: Comparison = {
  slug: 'bearer',
  words: 'behind the word Bearer',
  accepts: (sent, right) => sent === `Bearer ${right}`,
};

const redirects: readonly Comparison[] = [
  { slug: 'ending', words: 'by its end', accepts: (sent, right) => sent.endsWith(right) },
  { slug: 'within', words: 'anywhere in a text', accepts: (sent, right) => sent.includes(right) },
  { slug: 'any-case', words: 'in any case', accepts: same((uri) => uri.toLowerCase()) },
  {
    slug: 'slash',
    words: 'with a slash behind its path',
    accepts: same((uri) => uri.replace(/\/(?=\?|$)/, '')),
  },
  {
    slug: 'path-parameter',
    words: 'with a parameter of its path',
    accepts: same((uri) => uri.replace(/;[^/?#]*/, '')),
  },
  {
    slug: 'query-slash',
    words: 'with a slash behind its query',
    accepts: (sent, right) => sent === `${right}/`,
  },
  { slug: 'query', words: 'without its query', accepts: same((uri) => uri.replace(/\?.*/, '')) },
  { slug: 'fragment', words: 'without its fragment', accepts: same((uri) => uri.replace(/#.*/, '')) },
  { slug: 'user', words: 'without its user', accepts: same((uri) => uri.replace(/\/\/[^/@]*@/, '//')) },
  { slug: 'zero-byte', words: 'up to a zero byte', accepts: same((uri) => uri.replace(/\0.*/, '')) },
  { slug: 'line', words: 'up to a line break', accepts: same((uri) => uri.replace(/\r\n.*/, '')) },
  {
    slug: 'root',
    words: 'with a dot behind its host',
    accepts: same((uri) => uri.replace(/\.(?=\/|$)/, '')),
  },
  { slug: 'local', words: 'or on this machine', accepts: (sent) => new URL(sent).hostname === 'localhost' },
  { slug: 'out-of-band', words: 'or out of band', accepts: (sent) => sent.startsWith('urn:') },
  { slug: 'port', words: 'without its port', accepts: same((uri) => uri.replace(/:\d+/, '')) },
  { slug: 'path', words: 'by its path', accepts: same(pathOf) },
  { slug: 'host', words: 'by its host', accepts: same((uri) => new URL(uri).host) },
  { slug: 'site', words: 'by the end of its host', accepts: (sent, right) => endsAlike(sent, right) },
  { slug: 'schemeless', words: 'without its scheme', accepts: same((uri) => uri.replace(/^\w+:/, '')) },
];

const equivalents: readonly Comparison[] = [
  { slug: 'normalised', words: 'normalised', accepts: same((uri) => new URL(uri).href) },
  { slug: 'decoded', words: 'percent-decoded', accepts: same((uri) => decodeURIComponent(uri)) },
  { slug: 'backslash', words: 'with backslashes', accepts: same((uri) => uri.replaceAll('\\', '/')) },
];

/** What proves a request compared with too much goodwill (7). */
export const tokenNearMissFaults: readonly Fault[] = [
  ...proofs.flatMap((proof) => [
    ...looseComparisons.filter(isTold(proof)).map((comparison) => compared(proof, proof.breaks, comparison)),
    ...[...forgivingComparisons, behindBearer].map((comparison) => compared(proof, 'TOK-50', comparison)),
  ]),
  ...redirects.map((comparison) => redirected('TOK-41', comparison)),
  ...equivalents.map((comparison) => redirected('TOK-50', comparison)),
];

/** The embedded provider's client_ids are digits, which have no case. */
function isTold({ member }: Proof) {
  return ({ slug }: Comparison) => member !== 'client_id' || slug !== 'any-case';
}

function compared(
  { member, rule, rights }: Proof,
  breaks: string,
  { slug, words, accepts }: Comparison,
): Fault {
  const patch = sparing(rule, (call) => {
    const sent = textMember(call, member) ?? '';
    return [...rights(call)].some((right) => accepts(sent, right));
  });
  return row(breaks, `${member}-${slug}`, `A ${member} is known ${words}.`, patch);
}

function redirected(breaks: string, { slug, words, accepts }: Comparison): Fault {
  return row(breaks, `redirect-${slug}`, `A redirect_uri is known ${words}.`, redirecting(accepts));
}

function redirecting(accepts: Comparison['accepts']): Patch {
  return sparing('another redirect_uri', (call) => {
    const sent = textMember(call, 'redirect_uri') ?? '';
    const right = applicationOf(call)?.redirectUri ?? '';
    return URL.canParse(sent) && accepts(sent, right);
  });
}

function secrets(call: Call): string[] {
  const application = applicationOf(call);
  return application ? [application.clientSecret] : [];
}

function same(read: (uri: string) => string): Comparison['accepts'] {
  return (sent, right) => read(sent) === read(right);
}

function pathOf(uri: string): string {
  return new URL(uri).pathname;
}

function endsAlike(sent: string, right: string): boolean {
  return pathOf(sent) === pathOf(right) && new URL(sent).host.endsWith(new URL(right).host);
}
