import { operations } from '#api/operations';
import type { DriverReport } from '#client/certification/played';
import { conformant } from '../reference-client.ts';
import results from './results.json' with { type: 'json' };
import { type ClientFault, guarded, listEach, listFaults, tells } from './row.ts';

const { cancel, order, agreement, preference } = guarded;
const user = guarded['test-user'];
const token = 'CTK';
const withErrors = { token, 'test-user': user, cancel, agreement, order } as const;
const withMembers = { token, preference, 'test-user': user, cancel, agreement } as const;
const withStatuses = { ...withMembers, order } as const;
const creating = { preference, 'test-user': user, agreement } as const;
const telling = { token, 'test-user': user, cancel, agreement } as const;

const hidden = ({ outcome, result }: DriverReport): DriverReport =>
  outcome === 'error' ? { outcome, error: 'Something went wrong.' } : { outcome, result };

const atOnePlace = (said: DriverReport): DriverReport =>
  said.status && !said.error?.includes('"error":"') ? { outcome: 'error', error: 'TypeError: no text at error' } : said;

/** Changes the text of a field that the caller gets. */
const returned = (field: string, pattern: string, other: string) =>
  tells(({ result, ...said }) => {
    const change = (name: string, value: unknown) =>
      name === field ? String(value).replace(new RegExp(pattern), other) : value;
    return { ...said, result: JSON.parse(JSON.stringify(result ?? null, change)) };
  });

/** Faults of clients that read responses incorrectly. */
export const answerFaults: readonly ClientFault[] = [
  ...listEach(withErrors, {
    '20 error-swallowed: An error is reported as done.': tells((said) => ({ ...said, outcome: 'done' })),
    '20 error-at-one-place: An error whose code is not at /error throws what tells nothing.': tells(atOnePlace),
    '20 error-hidden: The caller of an error gets neither its status nor its code.': tells(hidden),
  }),
  ...listEach(withMembers, {
    '21 members-strict: A field of the response that the client does not know is an error.': (operation) => ({
      isSuccess: (status, answered, of) =>
        conformant.isSuccess(status, answered, of) && (of !== operation || !hasUnknown(answered)),
    }),
  }),
  ...listEach(withStatuses, {
    '22 one-status: One status alone is a success.': (operation) => ({
      isSuccess: (status, answered, of) =>
        of === operation ? status === operations[of].success : conformant.isSuccess(status, answered, of),
    }),
  }),
  ...listEach(creating, {
    '23 again-after-500: A creation is sent again after a 500.': (operation) => ({
      again: (answer, tries, of) =>
        of === operation && answer?.status === 500 && tries < 3 ? 1 : conformant.again(answer, tries, of),
    }),
    '23 again-after-reset: A creation is sent again where no response came.': (operation) => ({
      again: (answer, tries, of) =>
        of === operation && !answer && tries < 3 ? 1 : conformant.again(answer, tries, of),
    }),
  }),
  ...listEach(telling, {
    '26 result-lost: The caller gets nothing of the response.': tells(({ outcome }) => ({ outcome, result: {} })),
  }),
  ...Object.entries(results).flatMap(([key, [field = '', pattern = '', other = '']]) =>
    listFaults({ [key]: returned(field, pattern, other) }),
  ),
  ...listFaults({
    'CTK-20 published-sdk-php-329: An error without the field error throws at once. (mercadopago/sdk-php/pull/329)':
      tells(atOnePlace),
    'CPR-21 preference-without-id-member: A response that is not exactly what was sent and an id is an error.': {
      isSuccess: (status, answered, of) =>
        conformant.isSuccess(status, answered, of) &&
        (of !== 'checkout-preferences' || Reflect.has(Object(answered), 'items')),
    },
    'CTK-23 retry-after-ignored: A request is sent again at once after a 429.': {
      again: (answer, tries) => (answer?.status === 429 && tries < 3 ? 0 : undefined),
    },
    'CTK-23 retry-after-in-milliseconds: The seconds of a Retry-After are taken for milliseconds.': {
      again: (answer, tries) => (answer?.status === 429 && tries < 3 ? (answer.retryAfter ?? 0) : undefined),
    },
    'CLI-22 published-odoo-152102: An error that is not JSON throws what tells nothing. (odoo/odoo/pull/152102)': tells(
      (said) =>
        said.status && !said.error?.includes('{') ? { outcome: 'error', error: 'SyntaxError: no JSON' } : said,
    )('checkout-preferences'),
    'CLI-20 reset-taken-for-done: Where no response came, the caller gets done.': tells((said) =>
      said.outcome === 'error' && said.status === undefined ? { outcome: 'done' } : said,
    )('checkout-preferences'),
    'CLI-21 never-gives-up: What fails is sent twenty times.': {
      again: (answer, tries) => ((answer?.status ?? 0) >= 500 && tries < 20 ? 1 : undefined),
    },
    'CLI-21 failure-taken-for-done: A 500 is reported as done.': tells((said) =>
      said.status === 500 ? { outcome: 'done' } : said,
    )('checkout-preferences'),
  }),
];

/** Returns true if a response has further fields of the embedded provider. */
function hasUnknown(answered: unknown): boolean {
  return Object.keys(Object(answered)).some((name) => !expected.has(name));
}

const expected = new Set([
  ...['access_token', 'token_type', 'expires_in', 'scope', 'user_id', 'refresh_token', 'public_key', 'live_mode'],
  ...['id', 'nickname', 'password', 'site_status', 'site_id', 'description', 'email', 'date_created'],
  ...['date_last_updated', 'agreement_id', 'agreement_uri', 'init_point', 'sandbox_init_point', 'client_id'],
  ...['collector_id', 'items', 'payer', 'external_reference'],
]);
