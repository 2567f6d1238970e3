import { type Fault, reading, sparing, type When } from '../../fault.ts';
import { parsed } from '../../http/json.ts';
import { type Call, textMember } from '../../operation.ts';
import { says } from '../found.ts';
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
  row('TOK-27', 'in-a-text', 'A text with a request in it is read.', reading(unwrapped)),
];

function same(member: string, other: string): When {
  return (call) => textMember(call, member) === textMember(call, other);
}

/** A body that is a text, read as the JSON in it. */
function unwrapped(call: Call): Call {
  const { value } = call.body;
  return typeof value === 'string' ? { ...call, body: { text: value, value: parsed(value) } } : call;
}
