import type { Fault } from '../../fault.ts';
import { refusalBodyFaults } from '../bodies.ts';
import { type ListedError, listedErrorFaults } from '../listed-errors.ts';
import { protectionFaults } from '../protected.ts';

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
