import type { Fault, Patch } from '../fault.ts';
import { isObject, type Json, type JsonObject } from '../http/json.ts';
import { bodyMember, type Call, textMember } from '../operation.ts';
import { has } from './found.ts';
import { rowsOf } from './row.ts';

const token = rowsOf('oauth-token', 'token');
const user = rowsOf('test-users', 'test-user');
const members = ['client_id', 'client_secret', 'grant_type', 'code', 'refresh_token'];

/** What is required and is not there, or not as it must be, and is not missed. */
export const missingFaults: readonly Fault[] = [
  ...members.flatMap((member) => [
    token.fails('TOK-52', `${member}-empty-fails`, `An empty ${member} fails.`, is(member, '')),
    token.fails('TOK-52', `${member}-blank-fails`, `A blank ${member} fails.`, is(member, ' ')),
    token.fails('TOK-52', `${member}-null-fails`, `The ${member} null fails.`, is(member, null)),
    token.row('TOK-53', `${member}-in-a-list`, `A ${member} is read from a list.`, reading(member, first)),
    token.row(
      'TOK-53',
      `${member}-in-an-object`,
      `A ${member} is read from an object.`,
      reading(member, within),
    ),
    token.row(
      'TOK-54',
      `${member}-name-any-case`,
      `The name ${member} is read in any case.`,
      misspelling(member),
    ),
  ]),
  token.row('TOK-52', 'code-empty', 'An empty code is any code.', lettingPass('code', '')),
  token.row('TOK-52', 'refresh-empty', 'An empty refresh_token is any.', lettingPass('refresh_token', '')),
  token.row('TOK-52', 'secret-blank', 'A blank client_secret is any.', lettingPass('client_secret', ' ')),
  token.fails('TOK-20', 'refresh-no-client', 'A refresh without client_id fails.', refreshLacks('client_id')),
  token.fails(
    'TOK-21',
    'refresh-no-secret',
    'A refresh without secret fails.',
    refreshLacks('client_secret'),
  ),
  token.fails('TOK-22', 'no-grant-fails', 'A refresh without grant_type fails.', isRefreshWithoutGrant),
  token.fails(
    'TOK-20',
    'own-no-client',
    'client_credentials without client_id fails.',
    ownLacks('client_id'),
  ),
  token.fails('TOK-21', 'own-no-secret', 'client_credentials alone fail.', ownLacks('client_secret')),
  token.row('TOK-53', 'client_id-number', 'A client_id may be a number.', reading('client_id', number)),
  ...['description', 'site_id'].flatMap((member) => [
    user.row('USR-33', `${member}-in-a-list`, `A ${member} is read from a list.`, reading(member, first)),
    user.row('USR-33', `${member}-null-read`, `The ${member} null is a text.`, reading(member, nothing)),
    user.row(
      'USR-34',
      `${member}-name-any-case`,
      `The name ${member} is read in any case.`,
      misspelling(member),
    ),
  ]),
];

type Read = (value: Json | undefined) => Json | undefined;

/** A member that is no text read all the same. */
function reading(member: string, read: Read): Patch {
  return rewriting((body) => {
    const value = typeof body[member] === 'string' ? body[member] : read(body[member]);
    return value === undefined ? body : { ...body, [member]: value };
  });
}

function misspelling(member: string): Patch {
  return rewriting((body) => {
    const { [member.toUpperCase()]: value, ...others } = body;
    return value === undefined ? body : { ...others, [member]: value };
  });
}

function rewriting(rewrite: (body: JsonObject) => JsonObject): Patch {
  const read = (call: Call): Call =>
    isObject(call.body.value) ? { ...call, body: { ...call.body, value: rewrite(call.body.value) } } : call;
  return (operation) => ({
    ...operation,
    checks: operation.checks.map((check) => ({ ...check, fails: (call) => check.fails(read(call)) })),
    perform: (call) => operation.perform(read(call)),
  });
}

/** A value that no rule looks at. */
function lettingPass(member: string, value: string): Patch {
  const isIt = (call: Call) => textMember(call, member) === value;
  return (operation) => ({
    ...operation,
    checks: operation.checks.map((check) => ({
      ...check,
      fails: (call) => !isIt(call) && check.fails(call),
    })),
  });
}

function first(value: Json | undefined): Json | undefined {
  return Array.isArray(value) ? value[0] : undefined;
}

function within(value: Json | undefined): Json | undefined {
  return isObject(value) ? value.value : undefined;
}

function number(value: Json | undefined): Json | undefined {
  return typeof value === 'number' ? `${value}` : undefined;
}

function nothing(value: Json | undefined): Json | undefined {
  return value === null ? 'null' : undefined;
}

function is(member: string, wanted: Json) {
  return (call: Call) => bodyMember(call, member) === wanted;
}

function refreshLacks(member: string) {
  return (call: Call) => textMember(call, 'grant_type') === 'refresh_token' && !has(member)(call);
}

function ownLacks(member: string) {
  return (call: Call) => textMember(call, 'grant_type') === 'client_credentials' && !has(member)(call);
}

function isRefreshWithoutGrant(call: Call): boolean {
  return has('refresh_token')(call) && !has('grant_type')(call);
}
