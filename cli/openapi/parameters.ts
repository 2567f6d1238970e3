import { type Endpoint, operations } from '../../suite/core/operations.ts';
import type { Part } from './json.ts';

/** What section 4 says of the parameters in a path. */
const inPath: Readonly<Record<string, Part>> = {
  device_id: { description: 'The device that has the payment intent queued.', example: 'device-1' },
  payment_intent_id: { description: 'The payment intent.', example: 'intent-1' },
  user_id: {
    description: 'The user; must be numeric.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1234567890',
  },
  external_pos_id: { description: 'The point of sale.', example: 'pos-1' },
};

/** The headers and the query of section 4; none is marked required. */
const beside: Readonly<Partial<Record<Endpoint, readonly Part[]>>> = {
  'point-payment-intents': [
    {
      name: 'x-test-scope',
      in: 'header',
      description: 'Temporary, for development only, with the value sandbox.',
      schema: { type: 'string', enum: ['sandbox'] },
      example: 'sandbox',
    },
  ],
  'wallet-agreements': [
    {
      name: 'client.id',
      in: 'query',
      description: 'Unique ID of a client. Whether it is required is not shown.',
      schema: { type: 'number' },
      example: 1234567890,
    },
    {
      name: 'x-platform-id',
      in: 'header',
      description: 'For platforms or modules that offer the service.',
      schema: { type: 'string' },
      example: 'platform-1',
    },
  ],
};

/** The parameters of an operation: those of its path, then those beside it. */
export function parametersOf(endpoint: Endpoint): Part[] {
  const names = [...operations[endpoint].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const own = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1 },
    ...inPath[name],
  }));
  return [...own, ...(beside[endpoint] ?? [])];
}
