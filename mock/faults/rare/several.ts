import { type Fault, lettingIn, type Patch, stumbling, type When } from '../../fault.ts';
import type { Operation } from '../../operation.ts';
import { rowsOf } from '../row.ts';

const { row } = rowsOf('oauth-token', 'token');
const unknownRefresh = 'a refresh token that was never given';

/** Token requests with two things wrong, of which each alone is refused. */
export const severalFaults: readonly Fault[] = [
  row(
    'TOK-58',
    'secret-and-code',
    'A wrong client_secret beside a wrong code makes the service fail.',
    failingWhere('a wrong client_secret', 'a code that was never given'),
  ),
  row(
    'TOK-58',
    'redirect-and-code',
    'A wrong code is good beside another redirect_uri.',
    lettingInWhere('another redirect_uri', 'a code that was never given'),
  ),
  row(
    'TOK-58',
    'scope-and-refresh',
    'An unknown scope beside a wrong refresh token makes the service fail.',
    failingWhere('an unknown scope', unknownRefresh),
  ),
  row(
    'TOK-58',
    'stranger-and-secret',
    'A wrong client_secret is good beside a parameter that does not exist.',
    lettingInWhere('a parameter that is not supported', 'a wrong client_secret'),
  ),
];

function both(operation: Operation, ...rules: string[]): When {
  const broken = operation.checks.filter(({ name }) => rules.includes(name));
  return (call) => broken.length === rules.length && broken.every((rule) => rule.fails(call));
}

function failingWhere(...rules: string[]): Patch {
  return (operation) => stumbling(both(operation, ...rules))(operation);
}

function lettingInWhere(...rules: string[]): Patch {
  return (operation) => lettingIn(both(operation, ...rules))(operation);
}
