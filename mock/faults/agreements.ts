import type { Fault } from '../fault.ts';
import type { Json } from '../http/json.ts';
import type { Call } from '../operation.ts';
import { inHtml, redirecting, refusalBodyFaults, successBodyFaults } from './bodies.ts';
import { holds, isNo } from './found.ts';
import { listedErrorFaults, protectionFaults } from './listed-errors.ts';
import { claiming, memberFaults, valueFaults, wrongValue } from './members.ts';
import { rowsOf } from './row.ts';

const operation = 'wallet-agreements';
const prefix = 'agreement';
const uri = 'agreement_uri';
const amount = 'agreement_data.validation_amount';
const { row, fails, refuses } = rowsOf(operation, prefix);
const malformed = { request: 'Malformed JSON', rule: 'a body that is no JSON text' };
const isFraction = holds(amount, (value) => typeof value === 'number' && !Number.isInteger(value));

const uris = valueFaults({ operation, prefix }, [
  wrongValue('WAL-02', 'uri-relative', uri, 'The agreement_uri is a path.', () => '/agreements/1'),
  wrongValue('WAL-02', 'uri-schemeless', uri, 'It has no scheme.', (right) => right.replace('https:', '')),
  wrongValue('WAL-02', 'uri-host', uri, 'It begins with its host.', (right) => right.replace('https://', '')),
  wrongValue('WAL-02', 'uri-empty', uri, 'It is empty.', () => ''),
  wrongValue('WAL-02', 'uri-words', uri, 'It is a sentence.', () => 'Please open the app'),
]);

/** Wrong agreements (2.5, 7). */
export const agreementFaults: readonly Fault[] = [
  ...memberFaults({ operation, prefix, breaks: 'WAL-01' }, [
    { name: 'agreement_id', wrong: 4021 },
    { name: uri, wrong: { href: 'https://wallet.example/' } },
  ]),
  row('WAL-01', 'found', 'A success is a redirection.', redirecting),
  ...uris,
  row('WAL-03', 'one-id', 'Every agreement has one id.', claiming('agreement_id', 'agreement-1')),
  refuses('WAL-04', 'client-refused', 'A client.id is refused.', hasClient),
  fails('WAL-01', 'client-fails', 'A client.id makes the service fail.', hasClient),
  refuses('WAL-05', 'platform-refused', 'An x-platform-id is refused.', hasPlatform),
  fails('WAL-05', 'platform-fails', 'An x-platform-id makes the service fail.', hasPlatform),
  refuses('WAL-06', 'fraction-refused', 'A fraction is refused.', isFraction),
  fails('WAL-06', 'fraction-fails', 'A fraction makes the service fail.', isFraction),
  refuses(
    'WAL-22',
    'below-one-refused',
    'An amount below one is refused.',
    holds(amount, (value) => Number(value) < 1),
  ),
  ...successBodyFaults({ operation, prefix, breaks: 'WAL-07' }, ['html', 'empty', 'untyped', 'text-plain']),
  ...successBodyFaults({ operation, prefix, breaks: 'WAL-07' }, ['truncated', 'short']),
  ...refusalBodyFaults({ operation, prefix, breaks: 'WAL-08' }, ['html', 'html-called-json', 'untyped']),
  ...refusalBodyFaults({ operation, prefix, breaks: 'WAL-08' }, ['text-plain', 'truncated']),
  ...listedErrorFaults({ operation, prefix }, [
    { breaks: 'WAL-10', slug: 'malformed', ...malformed, status: 422 },
    { breaks: 'WAL-10', slug: 'malformed-fails', ...malformed, status: 500, notRaised: false },
    { breaks: 'WAL-11', slug: 'malformed-labelled', ...malformed, code: 'invalid_json', notRaised: false },
  ]),
  ...protectionFaults(operation, prefix, [
    { guard: 'noToken', breaks: 'WAL-12', status: 500 },
    { guard: 'madeUp', breaks: 'WAL-13', status: 500 },
    { guard: 'expired', breaks: 'WAL-14', status: 500 },
  ]),
  fails('WAL-15', 'amount-typed', 'An amount that is no number fails.', isNo(amount, 'number')),
  fails('WAL-15', 'uri-typed', 'A return_uri that is no text fails.', isNo('return_uri', 'string')),
  fails('WAL-15', 'user-typed', 'An external_user that is a text fails.', holds('external_user', isText)),
  fails('WAL-15', 'client-typed', 'A client.id that is no number fails.', (call) => isClient(call, /\D|^$/)),
  fails('WAL-15', 'client-trailed', 'A number with letters behind it fails.', (call) =>
    isClient(call, /^\d+\D/),
  ),
  row('WAL-15', 'amount-html', 'Such an amount is refused in HTML.', inHtml(isNo(amount, 'number'))),
];

function hasClient({ query }: Call): boolean {
  return query['client.id'] !== undefined;
}

function isClient({ query }: Call, looks: RegExp): boolean {
  const id = query['client.id'];
  return id !== undefined && looks.test(String(id));
}

function hasPlatform({ headers }: Call): boolean {
  return headers['x-platform-id'] !== undefined;
}

function isText(value: Json): boolean {
  return typeof value === 'string';
}
