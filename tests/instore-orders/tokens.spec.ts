import { refusesTokens } from '../refuses-tokens.ts';
import { covers } from './requirements.ts';

refusesTokens('instore-orders', {
  missing: { covering: covers('ORD-15'), error: ['4xx'] },
  madeUp: { covering: covers('ORD-12'), error: [400, 'invalid_access_token'] },
  expired: { covering: covers('ORD-13'), error: [400, 'invalid_access_token'] },
  otherScheme: { covering: covers('ORD-20'), error: ['4xx'] },
});
