import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Form } from '../choices.ts';
import { monthDayHour } from '../http/timestamps.ts';

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

const clientIds: Record<Form['credentials']['clientId'], () => string> = {
  numeric: () => `${randomInt(1, 10)}${digits(15)}`,
  alphanumeric: () => `k${randomBytes(6).toString('hex')}Z`,
  punctuated: () => `acme.shop+${digits(6)}`,
};

const tails: Record<Form['credentials']['tail'], () => string> = {
  hex: () => `${randomBytes(16).toString('hex')}-${digits(9)}`,
  digits: () => digits(30),
  base64url: () => randomBytes(24).toString('base64url'),
  dotted: () => `__${randomBytes(9).toString('hex')}__.v1.${digits(12)}`,
};

export const newClientId = ({ credentials }: Form): string => clientIds[credentials.clientId]();

/** Returns a new client secret, code, refresh token or password, hard to quote in some forms. */
export function newSecret({ credentials }: Form): string {
  const text = randomBytes(18).toString('hex');
  return credentials.secrets === 'plain' ? text : `${text.slice(0, 9)}$&"\\+/=%41 é✓'${text.slice(9)}`;
}

/** Returns a new id of a device, an intent or a point of sale, hard to put in a path in some forms. */
export function newResourceId({ credentials }: Form, kind: string): string {
  return credentials.resourceIds === 'plain' ? randomUUID() : `${kind} №7/a?b=%2F&c#${digits(9)}`;
}

/** Returns the text of an access token: its type, client id and creation date (2.2), and a rest that is not shown. */
export function newAccessToken(form: Form, type: 'APP_USR' | 'TEST', clientId: string): string {
  const { separator, tail, hoursFromUtc } = form.credentials;
  return [type, clientId, monthDayHour(new Date(), hoursFromUtc), tails[tail]()].join(separator);
}

const firstUser: Record<Form['credentials']['userIds'], number> = { small: 3, large: 9_007_199_254_000_000 };

export function* userIds({ credentials }: Form): Generator<number, never> {
  for (let id = firstUser[credentials.userIds]; ; id += 1) yield id;
}
