import { refusesTokens } from '../refuses-tokens.ts';
import { covers } from './requirements.ts';

refusesTokens('point-payment-intents', {
  missing: { covering: covers('PNT-15'), error: ['4xx'] },
  madeUp: { covering: covers('PNT-10'), error: [401, { label: 'bad_request' }] },
  expired: { covering: covers('PNT-11'), error: [401, { label: 'bad_request' }] },
  otherScheme: { covering: covers('PNT-20'), error: ['4xx'] },
});
