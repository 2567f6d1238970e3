/** The six operations: the only place that knows paths. A path is relative to the base URL, with no leading slash. */
export const operations = {
  'oauth-token': { method: 'POST', path: 'oauth/token', protected: false },
  'checkout-preferences': {
    method: 'POST',
    path: 'checkout/preferences',
    protected: true,
    creates: { what: 'preferences', id: 'id' },
  },
  'test-users': {
    method: 'POST',
    path: 'users/test',
    protected: true,
    creates: { what: 'test users', id: 'id' },
  },
  'point-payment-intents': {
    method: 'DELETE',
    path: 'point/integration-api/devices/{device_id}/payment-intents/{payment_intent_id}',
    protected: true,
    inSandbox: { 'x-test-scope': 'sandbox' },
  },
  'wallet-agreements': {
    method: 'POST',
    path: 'v2/wallet_connect/agreements',
    protected: true,
    creates: { what: 'agreements', id: 'agreement_id' },
  },
  'instore-orders': {
    method: 'DELETE',
    path: 'instore/qr/seller/collectors/{user_id}/pos/{external_pos_id}/orders',
    protected: true,
  },
} as const satisfies Record<string, Operation>;

interface Operation {
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  /** Whether the operation takes a bearer token (section 5). */
  readonly protected: boolean;
  /** What a success leaves behind, which no operation takes away again, and the member of the answer that names it. */
  readonly creates?: { readonly what: 'preferences' | 'test users' | 'agreements'; readonly id: string };
  /** Header fields that a sandbox wants (4). */
  readonly inSandbox?: Readonly<Record<string, string>>;
}

/** An operation as a row in which every member may be looked for. */
export function operationOf(endpoint: Endpoint): Operation {
  return operations[endpoint];
}

export type Endpoint = keyof typeof operations;

export const endpoints = Object.keys(operations).filter(isEndpoint);

/** Whether a name is one of the six endpoints. */
export function isEndpoint(name: string): name is Endpoint {
  return Object.hasOwn(operations, name);
}

/** The path of an operation with its parameters filled in, each percent-encoded; an empty value stays empty. */
export function pathOf(endpoint: Endpoint, parameters: Readonly<Record<string, string>> = {}): string {
  return operations[endpoint].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined)
      throw new Error(`The path of ${endpoint} needs ${name}: pass it as path.${name}.`);
    return encodeURIComponent(value);
  });
}
