import { documentedErrors } from '../../sdk/contract/documented-errors.ts';
import { grouped } from '../../suite/core/grouped.ts';
import { type Endpoint, operations } from '../../suite/core/operations.ts';

/** An object of the document, which holds any JSON. */
export interface Part {
  readonly [name: string]: unknown;
}

/** A reference to a part of the document. */
export function referenceTo(kind: 'schemas' | 'examples', name: string): Part {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Said of each success. */
export const successWords =
  'Success. The reference shows no status of success: any 2xx conforms, and this one stands for it.';

/** Said of each error. */
export const errorWords =
  'The shape of an error body is not shown: the code or label stands in some text of it.';

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

/** The error responses of an operation: one for every status that section 7 lists, or any 4xx where it lists none. */
export function errorsOf(endpoint: Endpoint): Part {
  const listed = documentedErrors.filter((row) => row.endpoint === endpoint).sort(missingFirst);
  if (listed.length === 0) return { '4XX': unlisted };
  const byStatus = grouped(listed, ({ status }) => String(status));
  return Object.fromEntries(
    [...byStatus].map(([status, rows]) => [status, listedResponse(rows.map(({ code }) => code))]),
  );
}

type Listed = (typeof documentedErrors)[number];

/** What a mock that merely validates can tell stands first, for it answers with the first example. */
function missingFirst(one: Listed, other: Listed): number {
  return Number(leavesOut(other)) - Number(leavesOut(one));
}

function leavesOut({ body = {} }: Listed): boolean {
  return Object.values(body).includes(undefined);
}

function listedResponse(codes: readonly string[]): Part {
  const examples = Object.fromEntries(codes.map((code) => [code, { value: { error: code } }]));
  return {
    description: `${codes.join(', ')}. ${errorWords}`,
    content: { 'application/json': { schema: referenceTo('schemas', 'error'), examples } },
  };
}

const unlisted: Part = {
  description: `A refusal: the reference lists no error of this operation. ${errorWords}`,
  content: {
    'application/json': {
      schema: referenceTo('schemas', 'error'),
      examples: { refused: { value: { error: 'refused' } } },
    },
  },
};
