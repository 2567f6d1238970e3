import { type Fault, lettingIn, type Patch, saying, sparing, stumbling } from '../../fault.ts';
import { codeOf, refreshTokenOf } from '../../oauth-token/grant-checks.ts';
import { type Call, textMember } from '../../operation.ts';
import { has, is, times } from '../found.ts';
import { rowsOf } from '../row.ts';

const { row, fails } = rowsOf('oauth-token', 'token');
const users = rowsOf('test-users', 'test-user');

/** Wrong tries that are counted: the rule that refuses them, and by what they are the same try. */
const tries = [
  { breaks: 'TOK-29', slug: 'secret', rule: 'a wrong client_secret', of: 'client_id' },
  { breaks: 'TOK-31', slug: 'code', rule: 'a code that was never given', of: 'code' },
  { breaks: 'TOK-32', slug: 'old-code', rule: 'a code older than ten minutes', of: 'code' },
  { breaks: 'TOK-33', slug: 'foreign-code', rule: "another application's code", of: 'code' },
  { breaks: 'TOK-37', slug: 'revoked', rule: 'a revoked refresh token', of: 'refresh_token' },
  {
    breaks: 'TOK-39',
    slug: 'foreign-refresh',
    rule: "another application's refresh token",
    of: 'refresh_token',
  },
] as const;

/** What is wrong from the third time on, of what was used before, or beside what is not looked at. */
export const tryFaults: readonly Fault[] = [
  ...tries.map(({ breaks, slug, rule, of }) =>
    row(
      breaks,
      `${slug}-third`,
      `The rule about ${rule} is forgotten the third time.`,
      sparingThird(rule, of),
    ),
  ),
  users.row(
    'USR-03',
    'third-fails',
    'The third test user of a token fails.',
    stumbling(times(3, authorization)),
  ),
  row('TOK-33', 'foreign-used', 'A code that was used is anybody’s.', lettingIn(isForeignAndUsed)),
  ...(['client_id', 'client_secret', 'code', 'refresh_token'] as const).map((member) =>
    row(
      'TOK-52',
      `${member}-empty-verified`,
      `Beside a code_verifier an empty ${member} will do.`,
      lettingIn((call) => is(member, '')(call) && has('code_verifier')(call)),
    ),
  ),
  ...(['revoked', 'expired'] as const).flatMap((standing) => {
    const breaks = standing === 'revoked' ? 'TOK-37' : 'TOK-38';
    const rule = standing === 'revoked' ? 'a revoked refresh token' : 'an expired refresh token';
    return [
      row(
        breaks,
        `${standing}-redirected`,
        `Beside a redirect_uri ${rule} is good.`,
        sparing(rule, has('redirect_uri')),
      ),
      row(breaks, `${standing}-coded`, `Beside a code ${rule} is good.`, sparing(rule, has('code'))),
    ];
  }),
  fails('TOK-31', 'code-quote-fails', 'A quote in a code fails.', (call) =>
    `${textMember(call, 'code')}`.includes("'"),
  ),
  row(
    'TOK-55',
    'again-scoped-fails',
    'The same refresh token again fails where a scope is asked for.',
    failingAgain,
  ),
];

function authorization({ headers }: Call): string {
  return `${headers.authorization}`;
}

function sparingThird(rule: string, member: string): Patch {
  return (operation) => {
    const sound = operation.checks.find(({ name }) => name === rule);
    const isThird = times(3, (call) => textMember(call, member));
    return sparing(rule, (call) => sound?.fails(call) === true && isThird(call))(operation);
  };
}

function isForeignAndUsed(call: Call): boolean {
  const code = codeOf(call);
  return code !== undefined && code.uses > 0 && code.clientId !== textMember(call, 'client_id');
}

function failingAgain(operation: Parameters<Patch>[0]) {
  const used = new Set<string>();
  const note = saying((body, call) => {
    if (refreshTokenOf(call)) used.add(`${textMember(call, 'refresh_token')}`);
    return body;
  });
  const stumble = stumbling((call) => has('scope')(call) && used.has(`${textMember(call, 'refresh_token')}`));
  return stumble(note(operation));
}
