import { type Fault, refusing, saying, sendingRefusal, sendingSuccess } from '../../fault.ts';
import type { Json, JsonObject } from '../../http/json.ts';
import type { Wire } from '../../http/wire.ts';
import type { Call } from '../../operation.ts';
import { inHtml, redirecting, refusalBodyFaults } from '../bodies.ts';
import { holds, is, isList, isMalformed, isNo } from '../found.ts';
import { type ListedError, listedErrorFaults, protectionFaults } from '../listed-errors.ts';
import { claiming } from '../members.ts';
import { rowsOf } from '../row.ts';

const operation = 'test-users';
const prefix = 'test-user';

const forbidden = { request: 'A token that may not', rule: 'a token that may not create test users' };
const nothing = { request: 'A creation that finds nothing', rule: 'nothing found for this token' };
const failing = { request: 'A creation that fails inside', rule: 'a failure inside' };
const noDescription = { request: 'A request without description', rule: 'description left out' };
const noSite = { request: 'A request without site_id', rule: 'site_id left out' };
const expired = { request: 'An expired token', rule: 'a token past its lifetime' };

// 422 is not listed for this operation.
const errors: readonly ListedError[] = [
  { breaks: 'USR-10', slug: 'no-description', ...noDescription, status: 422 },
  { breaks: 'USR-11', slug: 'no-site', ...noSite, status: 422 },
  { breaks: 'USR-15', slug: 'forbidden', ...forbidden, status: 401 },
  { breaks: 'USR-16', slug: 'nothing-found', ...nothing, status: 400 },
  { breaks: 'USR-17', slug: 'failing', ...failing, status: 501 },
];

// The right status with the word of another one.
const labels: readonly ListedError[] = [
  { breaks: 'USR-20', slug: 'as-400', ...noDescription, code: 'Not-Found', notRaised: false },
  { breaks: 'USR-20', slug: 'as-401', ...expired, code: 'Unauthorized', notRaised: false },
  { breaks: 'USR-20', slug: 'as-403', ...forbidden, code: 'Bad-Request', notRaised: false },
  { breaks: 'USR-20', slug: 'as-404', ...nothing, code: 'Not-Found', notRaised: false },
  { breaks: 'USR-20', slug: 'as-500', ...failing, code: 'Server-Error', notRaised: false },
];

/** Refusals of the test user operation other than listed (7). */
export const testUserErrorFaults: readonly Fault[] = [
  ...listedErrorFaults({ operation, prefix }, [...errors, ...labels]),
  ...protectionFaults(operation, prefix, [
    { guard: 'noToken', breaks: 'USR-12', status: 422 },
    { guard: 'madeUp', breaks: 'USR-13', status: 422 },
    { guard: 'expired', breaks: 'USR-14', status: 500 },
  ]),
  ...refusalBodyFaults({ operation, prefix, breaks: 'USR-07' }, ['html', 'html-called-json', 'text-plain']),
  ...refusalBodyFaults({ operation, prefix, breaks: 'USR-07' }, ['untyped', 'truncated']),
];

const { row, fails, refuses } = rowsOf('test-users', 'test-user');
const numberAsDescription = isNo('description', 'string');
const malformed = 'a body that is no JSON text';

/** Test users that are not made, or not as asked for, and bad input that fails inside. */
export const testUserStumbleFaults: readonly Fault[] = [
  row('USR-01', 'found', 'A success is a redirection.', redirecting),
  row('USR-01', 'wrapped', 'The answer is a list of one.', sendingSuccess(inList)),
  refuses('USR-04', 'no-mpe', 'The site MPE is refused.', is('site_id', 'MPE')),
  refuses('USR-04', 'no-mlu', 'The site MLU is refused.', is('site_id', 'MLU')),
  refuses('USR-01', 'no-mla', 'The site MLA is refused.', is('site_id', 'MLA')),
  fails('USR-04', 'mlu-fails', 'The site MLU makes the service fail.', is('site_id', 'MLU')),
  row('USR-04', 'mpe-elsewhere', 'A test user for MPE is made on MLA.', saying(elsewhere)),
  row('USR-05', 'one-id', 'Every test user has one id.', claiming('id', 1234567)),
  row('USR-20', 'no-label', 'A refusal has no label.', sendingRefusal(withoutLabel)),
  fails('USR-21', 'number-fails', 'A description that is a number fails.', numberAsDescription),
  fails('USR-21', 'site-fails', 'A site_id that is no text fails.', isNo('site_id', 'string')),
  row('USR-21', 'number-html', 'A wrong type is refused in HTML.', inHtml(numberAsDescription)),
  fails('USR-22', 'unknown-site-fails', 'An unknown site fails.', holds('site_id', isUnknownSite)),
  fails('USR-23', 'list-fails', 'A list as body fails.', isList),
  row('USR-23', 'list-html', 'A list as body is refused in HTML.', inHtml(isList)),
  row('USR-24', 'malformed-fails', 'Malformed JSON fails.', refusing(malformed, { status: 500 })),
  row('USR-24', 'malformed-html', 'Malformed JSON is refused in HTML.', inHtml(isMalformed)),
];

function inList(wire: Wire): Wire {
  return { ...wire, text: `[${wire.text}]` };
}

function elsewhere(body: JsonObject, call: Call): JsonObject {
  return is('site_id', 'MPE')(call) ? { ...body, site_id: 'MLA' } : body;
}

function withoutLabel(wire: Wire): Wire {
  return { ...wire, text: '{"ok":false}' };
}

function isUnknownSite(site: Json): boolean {
  return typeof site === 'string' && !['MPE', 'MLU', 'MLA'].includes(site);
}
