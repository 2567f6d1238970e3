import { type Fault, saying, type When } from '../../fault.ts';
import { has, holds, is, isEmptyObject, isList, isLong, says } from '../found.ts';
import { rowsOf } from '../row.ts';

const agreements = rowsOf('wallet-agreements', 'agreement');
const { fails } = agreements;
const amount = 'agreement_data.validation_amount';

/** Agreements that are legal and seldom sent, refused (WAL-22); seldom ones that fail inside the service. */
export const rareAgreementFaults: readonly Fault[] = [
  fails(
    'WAL-15',
    'no-user-fails',
    'An agreement without a user fails.',
    (call) => has('agreement_data')(call) && !has('external_user')(call),
  ),
  fails('WAL-15', 'long-fails', 'A flow of 255 characters fails.', isLong('external_flow_id')),
  fails('WAL-15', 'empty-object-fails', 'An empty object fails.', isEmptyObject),
  fails('WAL-15', 'list-fails', 'A body that is a list fails.', isList),
  fails('WAL-15', 'null-fails', 'The body null fails.', ({ body }) => body.value === null),
  agreements.row(
    'WAL-02',
    'uri-no-host',
    'The agreement_uri has no host.',
    saying((body) => ({ ...body, agreement_uri: `https:///wallet/${body.agreement_id}` })),
  ),
  refuses('one', 'An amount of one is refused.', is(amount, 1)),
  refuses('cents', 'An amount of a cent is refused.', is(amount, 0.01)),
  refuses(
    'dear',
    'An amount of seven digits is refused.',
    holds(amount, (value) => Number(value) > 999_999),
  ),
  refuses(
    'query',
    'A return_uri with a query is refused.',
    holds('return_uri', (uri) => `${uri}`.includes('?')),
  ),
  refuses(
    'port',
    'A return_uri with a port is refused.',
    holds('return_uri', (uri) => /:\d/.test(`${uri}`)),
  ),
  refuses(
    'fragment',
    'A return_uri with a fragment is refused.',
    holds('return_uri', (uri) => `${uri}`.includes('#')),
  ),
  refuses(
    'flow-apostrophe',
    'A flow with an apostrophe is refused.',
    holds('external_flow_id', (flow) => `${flow}`.includes("'")),
  ),
  refuses('plane', 'A description beyond the first plane is refused.', says(/[\u{10000}-\u{10ffff}]/u)),
  refuses(
    'digits',
    'A user id of digits is refused.',
    holds('external_user.id', (id) => /^\d+$/.test(`${id}`)),
  ),
  refuses(
    'flow-signs',
    'A flow with signs is refused.',
    holds('external_flow_id', (id) => /[/:]/.test(`${id}`)),
  ),
];

function refuses(slug: string, sentence: string, when: When): Fault {
  return agreements.refuses('WAL-22', slug, sentence, when);
}
