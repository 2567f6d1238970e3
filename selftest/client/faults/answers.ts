import { operations } from '#api/operations';
import type { DriverReport } from '#client/certification/played';
import { conformant } from '../reference-client.ts';
import { type ClientFault, forEach, guarded, tells } from './row.ts';

const { cancel, order, agreement, preference } = guarded;
const user = guarded['test-user'];
const token = ['oauth-token', 'CTK'] as const;
const withErrors = { token, 'test-user': user, cancel, agreement, order } as const;
const withMembers = { token, preference, 'test-user': user, cancel, agreement } as const;
const withStatuses = { ...withMembers, order } as const;
const creating = { preference, 'test-user': user, agreement } as const;
const telling = { token, 'test-user': user, cancel, agreement } as const;

const hidden = ({ outcome, result }: DriverReport): DriverReport =>
  outcome === 'error' ? { outcome, error: 'Something went wrong.' } : { outcome, result };

/** A client that takes answers wrongly. */
export const answerFaults: readonly ClientFault[] = [
  ...forEach(withErrors, (operation, name, prefix) => ({
    breaks: prefix === 'CPR' ? 'CTK-20' : `${prefix}-20`,
    name: `${name}-error-swallowed`,
    sentence: 'An error is told as done.',
    changes: tells(operation, (said) => ({ ...said, outcome: 'done' })),
  })),
  ...forEach(withErrors, (operation, name, prefix) => ({
    breaks: prefix === 'CPR' ? 'CTK-20' : `${prefix}-20`,
    name: `${name}-error-hidden`,
    sentence: 'The caller of an error is told neither its status nor its code.',
    changes: tells(operation, hidden),
  })),
  ...forEach(withMembers, (operation, name, prefix) => ({
    breaks: prefix === 'COR' ? 'CTK-21' : `${prefix}-21`,
    name: `${name}-members-strict`,
    sentence: 'A member of the answer that the client does not know is an error.',
    changes: {
      isSuccess: (status, answered, of) =>
        conformant.isSuccess(status, answered, of) && (of !== operation || !hasUnknown(answered)),
    },
  })),
  {
    breaks: 'CPR-21',
    name: 'preference-without-id-member',
    sentence: 'An answer that is not exactly what was sent and an id is an error.',
    changes: {
      isSuccess: (status, answered, of) =>
        conformant.isSuccess(status, answered, of) &&
        (of !== 'checkout-preferences' || Reflect.has(Object(answered), 'items')),
    },
  },
  ...forEach(withStatuses, (operation, name, prefix) => ({
    breaks: `${prefix}-22`,
    name: `${name}-one-status`,
    sentence: 'One status alone is a success.',
    changes: {
      isSuccess: (status, answered, of) =>
        of === operation ? status === operations[of].success : conformant.isSuccess(status, answered, of),
    },
  })),
  ...forEach(creating, (operation, name, prefix) => ({
    breaks: prefix === 'CTK' || prefix === 'CPI' || prefix === 'COR' ? 'CPR-23' : `${prefix}-23`,
    name: `${name}-again-after-500`,
    sentence: 'A creation is sent again after a 500.',
    changes: {
      again: (answer, tries, of) =>
        of === operation && answer?.status === 500 && tries < 3 ? 1 : conformant.again(answer, tries, of),
    },
  })),
  ...forEach(creating, (operation, name, prefix) => ({
    breaks: prefix === 'CTK' || prefix === 'CPI' || prefix === 'COR' ? 'CPR-23' : `${prefix}-23`,
    name: `${name}-again-after-reset`,
    sentence: 'A creation is sent again where no answer came.',
    changes: {
      again: (answer, tries, of) =>
        of === operation && !answer && tries < 3 ? 1 : conformant.again(answer, tries, of),
    },
  })),
  {
    breaks: 'CTK-23',
    name: 'retry-after-ignored',
    sentence: 'A request is sent again at once after a 429.',
    changes: { again: (answer, tries) => (answer?.status === 429 && tries < 3 ? 0 : undefined) },
  },
  {
    breaks: 'CTK-23',
    name: 'retry-after-in-milliseconds',
    sentence: 'The seconds of a Retry-After are taken for milliseconds.',
    changes: {
      again: (answer, tries) => (answer?.status === 429 && tries < 3 ? (answer.retryAfter ?? 0) : undefined),
    },
  },
  ...forEach(telling, (operation, name, prefix) => ({
    breaks: prefix === 'CPR' || prefix === 'COR' ? 'CTK-26' : `${prefix}-26`,
    name: `${name}-result-lost`,
    sentence: 'The caller gets nothing of the answer.',
    changes: tells(operation, ({ outcome }) => ({ outcome, result: {} })),
  })),
  {
    breaks: 'CLI-20',
    name: 'reset-taken-for-done',
    sentence: 'Where no answer came, the caller is told that it is done.',
    changes: tells('checkout-preferences', (said) =>
      said.outcome === 'error' && said.status === undefined ? { outcome: 'done' } : said,
    ),
  },
  {
    breaks: 'CLI-21',
    name: 'never-gives-up',
    sentence: 'What fails is sent twenty times.',
    changes: { again: (answer, tries) => ((answer?.status ?? 0) >= 500 && tries < 20 ? 1 : undefined) },
  },
  {
    breaks: 'CLI-21',
    name: 'failure-taken-for-done',
    sentence: 'A 500 is told as done.',
    changes: tells('checkout-preferences', (said) => (said.status === 500 ? { outcome: 'done' } : said)),
  },
];

/** The members that the embedded provider adds where it answers further ones. */
function hasUnknown(answered: unknown): boolean {
  const known = Object.keys(Object(answered));
  return known.some((name) => !expected.has(name));
}

const expected = new Set([
  ...['access_token', 'token_type', 'expires_in', 'scope', 'user_id', 'refresh_token', 'public_key', 'live_mode'],
  ...['id', 'nickname', 'password', 'site_status', 'site_id', 'description', 'email', 'date_created'],
  ...['date_last_updated', 'agreement_id', 'agreement_uri', 'init_point', 'sandbox_init_point', 'client_id'],
  ...['collector_id', 'items', 'payer', 'external_reference'],
]);
