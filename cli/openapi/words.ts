import type { Endpoint } from '../../suite/core/operations.ts';

/** What the document says of each operation (1, 2), and the status of success that stands for any 2xx. */
export const words: Readonly<
  Record<Endpoint, { summary: string; section: string; success: 200 | 201 | 204 }>
> = {
  'oauth-token': {
    summary: 'Create or refresh an OAuth access token for an application',
    section: '2.1',
    success: 200,
  },
  'checkout-preferences': { summary: 'Create a checkout preference', section: '2.7', success: 201 },
  'test-users': { summary: 'Create a test user', section: '2.3', success: 201 },
  'point-payment-intents': {
    summary: 'Cancel a payment intent queued on an in-person payment device',
    section: '2.4',
    success: 200,
  },
  'wallet-agreements': { summary: 'Create an agreement', section: '2.5', success: 201 },
  'instore-orders': { summary: 'Delete the order of a point of sale', section: '2.6', success: 204 },
};

/** Said of each success. */
export const successWords =
  'Success. The reference shows no status of success: any 2xx conforms, and this one stands for it.';

/** Said of each error. */
export const errorWords =
  'The shape of an error body is not shown: the code or label stands in some text of it.';
