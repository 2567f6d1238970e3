import { refusesTokens } from '../refuses-tokens.ts';
import { refusing } from './refusals.ts';
import { covers } from './requirements.ts';

refusesTokens('test-users', {
  missing: { covering: covers('USR-12'), error: [refusing] },
  madeUp: { covering: covers('USR-13'), error: [refusing] },
  expired: { covering: covers('USR-14'), error: [refusing] },
  otherScheme: { covering: covers('USR-30'), error: [refusing] },
});
