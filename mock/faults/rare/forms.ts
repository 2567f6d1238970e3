import { type Fault, saying } from '../../fault.ts';
import type { Call } from '../../operation.ts';
import { successInHtml } from '../bodies.ts';
import { has, hasLines, holds } from '../found.ts';
import { rowsOf } from '../row.ts';

const tokens = rowsOf('oauth-token', 'token');
const users = rowsOf('test-users', 'test-user');
const agreements = rowsOf('wallet-agreements', 'agreement');

/** Successes that have another form than the others of their operation. */
export const formFaults: readonly Fault[] = [
  tokens.row(
    'TOK-13',
    'flag-html',
    'Beside a test_token the answer is HTML.',
    successInHtml(has('test_token')),
  ),
  users.row('USR-08', 'lines-html', 'Where the JSON has lines the answer is HTML.', successInHtml(hasLines)),
  agreements.row(
    'WAL-06',
    'fraction-html',
    'Where the amount has a fraction the answer is HTML.',
    successInHtml(hasFraction),
  ),
  agreements.row(
    'WAL-06',
    'fraction-no-uri',
    'Where the amount has a fraction there is no agreement_uri.',
    saying(({ agreement_uri = null, ...rest }, call) =>
      hasFraction(call) ? rest : { ...rest, agreement_uri },
    ),
  ),
];

function hasFraction(call: Call): boolean {
  return holds('agreement_data.validation_amount', (amount) => Number(amount) % 1 !== 0)(call);
}
