import { type Call, type Check, textMember } from '../operation.ts';
import type { Application } from '../world/world.ts';

const grantTypes = ['authorization_code', 'refresh_token', 'client_credentials'];

/** Checks the client (7: invalid_client). */
export const clientChecks: readonly Check[] = [
  {
    name: 'an unknown client_id',
    status: 400,
    code: 'invalid_client',
    fails: (call) => applicationOf(call) === undefined,
  },
  { name: 'a wrong client_secret', status: 400, code: 'invalid_client', fails: wrongSecret },
];

/** Checks the rate limit (8: local_rate_limited). */
export const limitChecks: readonly Check[] = [
  {
    name: 'too many requests of this application',
    status: 429,
    code: 'local_rate_limited',
    fails: (call) => applicationOf(call)?.limited === true,
  },
];

/** Checks the grant type (7: unsupported_grant_type). */
export const grantTypeChecks: readonly Check[] = [
  {
    name: 'an unknown grant_type',
    status: 400,
    code: 'unsupported_grant_type',
    fails: (call) => !grantTypes.includes(textMember(call, 'grant_type') ?? ''),
  },
  { name: 'a grant_type not offered', status: 400, code: 'unsupported_grant_type', fails: notOffered },
];

/** Returns the application that the request names. */
export function applicationOf(call: Call): Application | undefined {
  return call.world.applications.get(textMember(call, 'client_id') ?? '');
}

function wrongSecret(call: Call): boolean {
  const application = applicationOf(call);
  return application !== undefined && application.clientSecret !== textMember(call, 'client_secret');
}

function notOffered(call: Call): boolean {
  const own = textMember(call, 'grant_type') === 'client_credentials';
  return own && call.choices.clientCredentials === 'unsupported';
}
