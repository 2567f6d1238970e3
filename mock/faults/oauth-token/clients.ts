import { type Fault, type Patch, sparing, stumbling } from '../../fault.ts';
import { applicationOf } from '../../oauth-token/client-checks.ts';
import { type Call, textMember } from '../../operation.ts';
import { rowsOf } from '../row.ts';

const { row } = rowsOf('oauth-token', 'token');

/** An application and its redirect URI compared too kindly: a beginning for the whole, any case, something near. */
export const tokenClientFaults: readonly Fault[] = [
  row('TOK-28', 'client-length', 'Any client_id of a usual length is known.', clients(isUsual)),
  row('TOK-29', 'secret-any-case', 'A client_secret is compared regardless of case.', secrets(isOfAnyCase)),
  row('TOK-29', 'secret-longer', 'A longer client_secret is accepted.', secrets(beginsWith)),
  row('TOK-29', 'secret-shorter', 'A beginning of a client_secret suffices.', secrets(isBeginning)),
  row('TOK-29', 'secret-length', 'A client_secret of the right length suffices.', secrets(isAsLong)),
  row('TOK-29', 'secret-anyone', "Any application's client_secret is accepted.", secrets(isAnyones)),
  row('TOK-28', 'client-mixed', 'A mixed pair of credentials is a 500.', stumbling(isMixed)),
  row('TOK-40', 'redirect-scheme', 'A redirect_uri is compared by its scheme.', redirects(hasItsScheme)),
  row('TOK-41', 'redirect-prefix', 'A longer redirect_uri is accepted.', redirects(beginsWith)),
  row('TOK-41', 'redirect-below', 'A path below the redirect_uri is accepted.', redirects(isBelow)),
];

type Compare = (sent: string, right: string, call: Call) => boolean;

function clients(accepts: (clientId: string) => boolean): Patch {
  return sparing('an unknown client_id', (call) => accepts(sent(call, 'client_id')));
}

function secrets(accepts: Compare): Patch {
  const right = (call: Call) => applicationOf(call)?.clientSecret ?? '';
  return sparing('a wrong client_secret', (call) => accepts(sent(call, 'client_secret'), right(call), call));
}

function redirects(accepts: Compare): Patch {
  const right = (call: Call) => applicationOf(call)?.redirectUri ?? '';
  return sparing('another redirect_uri', (call) => accepts(sent(call, 'redirect_uri'), right(call), call));
}

function sent(call: Call, name: string): string {
  return textMember(call, name) ?? '';
}

function isUsual(clientId: string): boolean {
  return clientId.length > 8;
}

function isOfAnyCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function beginsWith(a: string, b: string): boolean {
  return a.startsWith(b);
}

function isBeginning(a: string, b: string): boolean {
  return b.startsWith(a);
}

function isAsLong(a: string, b: string): boolean {
  return a.length === b.length;
}

function isAnyones(secret: string, _right: string, { world }: Call): boolean {
  return [...world.applications.values()].some(({ clientSecret }) => clientSecret === secret);
}

function isMixed(call: Call): boolean {
  const right = applicationOf(call)?.clientSecret ?? '';
  const secret = sent(call, 'client_secret');
  return secret !== right && isAnyones(secret, right, call);
}

function hasItsScheme(a: string, b: string): boolean {
  return a.split(':')[0] === b.split(':')[0];
}

function isBelow(a: string, b: string): boolean {
  return a.startsWith(`${b}/`);
}
