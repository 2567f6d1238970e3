import { type Fault, type Patch, reading, sparing, type When } from '../../fault.ts';
import { parsed } from '../../http/json.ts';
import { codeOf } from '../../oauth-token/grant-checks.ts';
import { type Call, textMember } from '../../operation.ts';
import { has, is, isNo, says } from '../found.ts';
import { rowsOf } from '../row.ts';
import { ofGrantType } from './presented.ts';

const { row } = rowsOf('oauth-token', 'token');

const unknownCode = 'a code that was never given';
const unknownRefresh = 'a refresh token that was never given';

/** A token request in which one thing is taken for another: a member, a grant of other services, a text, a type. */
export const mistakenFaults: readonly Fault[] = [
  ...(
    [
      { breaks: 'TOK-29', rule: 'a wrong client_secret', member: 'client_secret', other: 'client_id' },
      { breaks: 'TOK-29', rule: 'a wrong client_secret', member: 'client_secret', other: 'code' },
      { breaks: 'TOK-31', rule: unknownCode, member: 'code', other: 'client_id' },
      { breaks: 'TOK-31', rule: unknownCode, member: 'code', other: 'client_secret' },
      { breaks: 'TOK-36', rule: unknownRefresh, member: 'refresh_token', other: 'client_id' },
      { breaks: 'TOK-36', rule: unknownRefresh, member: 'refresh_token', other: 'client_secret' },
    ] as const
  ).map(({ breaks, rule, member, other }) =>
    row(
      breaks,
      `${member}-is-${other}`,
      `The ${other} is a ${member} too.`,
      sparing(rule, same(member, other)),
    ),
  ),
  ...['jwt-bearer', 'token-exchange'].map((name) =>
    row(
      'TOK-30',
      `grant-type-${name}`,
      `The grant type ${name} is taken for a code.`,
      reading(ofGrantType((sent) => (sent.endsWith(`:${name}`) ? 'authorization_code' : sent))),
    ),
  ),
  row(
    'TOK-24',
    'stranger-typed',
    'A parameter that does not exist is seen where it is a text.',
    sparing('a parameter that is not supported', says(/":(?:\d|t|\[|\{)/)),
  ),
  row(
    'TOK-33',
    'own-redirect-scoped',
    'Beside a scope a code is anybody’s with its own redirect_uri.',
    takingOwnRedirect(sparing("another application's code", has('scope'))),
  ),
  row(
    'TOK-29',
    'secret-tested',
    'Beside a test_token that is true any client_secret will do.',
    sparing('a wrong client_secret', is('test_token', 'true')),
  ),
  ...[
    { breaks: 'TOK-40', what: 'redirect_uri', type: 'boolean', when: is('redirect_uri', true) },
    { breaks: 'TOK-40', what: 'redirect_uri', type: 'object', when: has('redirect_uri.url') },
    { breaks: 'TOK-40', what: 'redirect_uri', type: 'list', when: has('redirect_uri.0') },
    { breaks: 'TOK-53', what: 'code_verifier', type: 'number', when: is('code_verifier', 42) },
    { breaks: 'TOK-53', what: 'code_verifier', type: 'object', when: isNo('code_verifier', 'number') },
    { breaks: 'TOK-53', what: 'test_token', type: 'boolean', when: is('test_token', false) },
    { breaks: 'TOK-53', what: 'test_token', type: 'number', when: is('test_token', 0) },
    { breaks: 'TOK-53', what: 'test_token', type: 'list', when: has('test_token.0') },
  ].map(({ breaks, what, type, when }) =>
    row(
      breaks,
      `${what}-${type}`,
      `As a ${type} the ${what} is not looked at.`,
      sparing('a parameter that is no text', when),
    ),
  ),
  ...(['scope', 'test_token'] as const).map((member) =>
    row(
      'TOK-25',
      `twice-${member}`,
      `A ${member} may stand twice.`,
      sparing('a parameter given twice', ({ body }) => body.text.split(`"${member}":`).length > 2),
    ),
  ),
  row('TOK-27', 'in-a-text', 'A text with a request in it is read.', reading(unwrapped)),
];

/** A redirect_uri held against that of the code's application, whoever asks. */
function takingOwnRedirect(patch: Patch): Patch {
  const own = sparing('another redirect_uri', (call) => {
    const owner = call.world.applications.get(codeOf(call)?.clientId ?? '');
    return owner?.redirectUri === textMember(call, 'redirect_uri');
  });
  return (operation) => patch(own(operation));
}

function same(member: string, other: string): When {
  return (call) => textMember(call, member) === textMember(call, other);
}

/** A body that is a text, read as the JSON in it. */
function unwrapped(call: Call): Call {
  const { value } = call.body;
  return typeof value === 'string' ? { ...call, body: { text: value, value: parsed(value) } } : call;
}
