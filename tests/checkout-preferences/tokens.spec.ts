import { refusesTokens } from '../refuses-tokens.ts';
import { covers } from './requirements.ts';

refusesTokens('checkout-preferences', {
  missing: { covering: covers('PRF-10'), error: ['4xx'] },
  madeUp: { covering: covers('PRF-11'), error: ['4xx'] },
  expired: { covering: covers('PRF-12'), error: ['4xx'] },
  otherScheme: { covering: covers('PRF-30'), error: ['4xx'] },
});
