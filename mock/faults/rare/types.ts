import { type Fault, reading, sparing } from '../../fault.ts';
import { isObject } from '../../http/json.ts';
import { type Call, textMember } from '../../operation.ts';
import { holds } from '../found.ts';
import { rowsOf } from '../row.ts';

const tokens = rowsOf('oauth-token', 'token');
const users = rowsOf('test-users', 'test-user');

/** How long a text is that some readers have no room for. */
const LONG = 10_000;

/** Values of another type or length that are taken all the same, or fail, on one site or in one member alone. */
export const rareTypeFaults: readonly Fault[] = [
  tokens.row('TOK-27', 'list-unwrapped', 'A list of a request is a request.', reading(unwrapped)),
  users.row('USR-33', 'list-unwrapped', 'A list of a test user is a test user.', reading(unwrapped)),
  ...['MPE', 'MLU'].map((site) =>
    users.row('USR-33', `null-on-${site}`, `On ${site} a description may be null.`, reading(nullOn(site))),
  ),
  ...(['number', 'boolean'] as const).map((type) =>
    users.row(
      'USR-21',
      `${type}-kept`,
      `A description that is a ${type} comes back as one.`,
      sparing(
        'description left out',
        holds('description', (value) => typeof value === type),
      ),
    ),
  ),
  ...['client_id', 'grant_type', 'code', 'refresh_token', 'redirect_uri', 'scope'].map((member) =>
    tokens.fails('TOK-47', `${member}-long`, `A very long ${member} fails.`, isLong(member)),
  ),
  users.fails('USR-22', 'site-long', 'A very long site_id fails.', isLong('site_id')),
];

function unwrapped(call: Call): Call {
  const { value } = call.body;
  const [only] = Array.isArray(value) ? value : [];
  return isObject(only) ? { ...call, body: { ...call.body, value: only } } : call;
}

function nullOn(site: string) {
  return (call: Call): Call => {
    const { value } = call.body;
    if (!isObject(value) || value.site_id !== site || value.description !== null) return call;
    return { ...call, body: { ...call.body, value: { ...value, description: 'null' } } };
  };
}

function isLong(member: string) {
  return (call: Call) => (textMember(call, member)?.length ?? 0) >= LONG;
}
