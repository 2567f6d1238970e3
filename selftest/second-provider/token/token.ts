import type { Form } from '../choices.ts';
import { type Call, type Operation, type Reply, rejected } from '../http/replies.ts';
import { existingGrant, grants } from './grants.ts';
import { areWrong, type Given, readParameters } from './token-parameters.ts';

/** Returns the code of the rejection if this check rejects the request. */
type Check = (call: Call, given: Given) => string | undefined;

const parameters: Check = ({ form }, given) => (areWrong(form, given) ? 'invalid_request' : undefined);

const kind: Check = (_call, { grant_type }) =>
  grant_type === undefined || Object.hasOwn(grants, grant_type) ? undefined : 'unsupported_grant_type';

const client: Check = ({ world }, { client_id, client_secret }) => {
  if (client_id === undefined || client_secret === undefined) return undefined;
  return world.applications.get(client_id)?.secret === client_secret ? undefined : 'invalid_client';
};

const allowed = ['offline_access', 'write', 'read'];

/** 2.1 lists no `scope`, section 7 its values: an unknown value is invalid_scope, the form decides on a known one. */
const scope: Check = ({ form }, given) => {
  if (given.scope === undefined) return undefined;
  if (!given.scope.split(' ').every((word) => allowed.includes(word))) return 'invalid_scope';
  return form.token.scopeParameter === 'not offered' ? 'invalid_request' : undefined;
};

const testToken: Check = ({ form }, { test_token }) =>
  form.token.testToken === 'rejected' && test_token !== undefined && test_token !== 'false'
    ? 'invalid_request'
    : undefined;

/** The order of the checks matters only if a request has two faults; the reference states none. */
const orders: Record<Form['token']['order'], readonly Check[]> = {
  'parameters first': [parameters, kind, client, scope, testToken, existingGrant],
  'client first': [client, kind, parameters, testToken, scope, existingGrant],
  'grant first': [kind, existingGrant, scope, testToken, parameters, client],
};

const retries: Record<Form['token']['retryAfter'], () => Record<string, string>> = {
  absent: () => ({}),
  seconds: () => ({ 'Retry-After': '1' }),
  date: () => ({ 'Retry-After': new Date(Date.now() + 1000).toUTCString() }),
};

/** `POST /oauth/token`: creates or refreshes an access token. */
export const token: Operation = (call) => {
  const given = readParameters(call);
  if (given === undefined) return rejected(400, 'invalid_request');
  const application = call.world.applications.get(given.client_id ?? '');
  if (application?.limited) {
    return { ...rejected(429, 'local_rate_limited'), headers: retries[call.form.token.retryAfter]() };
  }
  const reply = response(call, given);
  if (reply.status >= 400) burn(call, given);
  return reply;
};

function response(call: Call, given: Given): Reply {
  const checks = orders[call.form.token.order];
  const code = checks.map((check) => check(call, given)).find((found) => found !== undefined);
  const application = call.world.applications.get(given.client_id ?? '');
  const grant = grants[given.grant_type ?? ''];
  if (code !== undefined) return rejected(400, code);
  if (application === undefined || grant === undefined) return rejected(400, 'invalid_request');
  return grant(call, given, application);
}

/** Invalidates the code of a rejected request if the form does so. */
function burn({ world, form }: Call, given: Given): void {
  const code = world.codes.get(given.code ?? '');
  if (code !== undefined && form.token.codeAfterFailure === 'burnt') code.burnt = true;
}
