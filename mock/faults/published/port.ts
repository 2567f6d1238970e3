import type { Fault, Patch } from '../../fault.ts';

/** A defect of another service, as the like of it would be here: its id, and the fault that it is. */
export type Port = readonly [
  id: string,
  operation: Fault['operation'],
  breaks: string,
  sentence: string,
  patch: Patch,
];

export const token = 'oauth-token';
export const preference = 'checkout-preferences';
export const user = 'test-users';
export const intent = 'point-payment-intents';
export const agreement = 'wallet-agreements';
export const order = 'instore-orders';

/** Every request. */
export const always = () => true;
