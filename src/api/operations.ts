const creation = { method: 'POST', success: 201, protected: true } as const;

/** The six operations: the only place that knows paths. A path is relative to the base URL, with no leading slash. */
export const operations = {
  'oauth-token': {
    method: 'POST',
    path: 'oauth/token',
    section: '2.1',
    success: 200,
    protected: false,
  },
  'checkout-preferences': {
    ...creation,
    path: 'checkout/preferences',
    section: '2.7',
    creates: { what: 'preferences', id: 'id' },
    mayBeEmpty: true,
  },
  'test-users': { ...creation, path: 'users/test', section: '2.3', creates: { what: 'test users', id: 'id' } },
  'point-payment-intents': {
    method: 'DELETE',
    path: 'point/integration-api/devices/{device_id}/payment-intents/{payment_intent_id}',
    section: '2.4',
    success: 200,
    protected: true,
    inSandbox: { 'x-test-scope': 'sandbox' },
  },
  'wallet-agreements': {
    ...creation,
    path: 'v2/wallet_connect/agreements',
    section: '2.5',
    creates: { what: 'agreements', id: 'agreement_id' },
  },
  'instore-orders': {
    method: 'DELETE',
    path: 'instore/qr/seller/collectors/{user_id}/pos/{external_pos_id}/orders',
    section: '2.6',
    success: 204,
    protected: true,
    listedFailure: 'in_store_order_creation_error',
  },
} as const satisfies Record<string, Operation>;

interface Operation {
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly section: string;
  /** The status that represents any 2xx where one must be named; a success with 204 has no body. */
  readonly success: 200 | 201 | 204;
  readonly protected: boolean;
  /** The resource that a success leaves behind, which no operation deletes, and the field that identifies it. */
  readonly creates?: { readonly what: 'preferences' | 'test users' | 'agreements'; readonly id: string };
  /** True if a success may have no body, since the reference does not show one (4). */
  readonly mayBeEmpty?: true;
  /** The code of a listed 500, which may also be the response for a resource that is not there (7). */
  readonly listedFailure?: string;
  /** Header fields that a sandbox requires (4). */
  readonly inSandbox?: Readonly<Record<string, string>>;
}

/** Returns an operation as a row with every optional field. */
export function getOperation(endpoint: Endpoint): Operation {
  return operations[endpoint];
}

export type Endpoint = keyof typeof operations;

export const endpoints = Object.keys(operations).filter(isEndpoint);

/** Returns the code that a response must have if its 500 is the listed failure of its operation; else undefined. */
export function getListedFailure({ endpoint, status }: { readonly endpoint: Endpoint; readonly status: number }) {
  return status === 500 ? getOperation(endpoint).listedFailure : undefined;
}

/** Returns true if a name is one of the six endpoints. */
export function isEndpoint(name: string): name is Endpoint {
  return Object.hasOwn(operations, name);
}

/** Returns the endpoint whose tests a file holds; undefined where the file is in no endpoint's folder. */
export function endpointOfFile(file: string): Endpoint | undefined {
  return file.split(/[\\/]/).findLast(isEndpoint);
}

/** Returns the endpoint that a path ends with; undefined if it is the path of none. */
export function endpointOfPath(path: string): Endpoint | undefined {
  return endpoints.find((name) => new RegExp(`/${operations[name].path.replace(/\{\w+\}/g, '[^/]*')}$`).test(path));
}

/** Returns the path of an operation with its parameters percent-encoded; an empty value stays empty. */
export function buildPath(endpoint: Endpoint, parameters: Readonly<Record<string, string>> = {}): string {
  return operations[endpoint].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`The path of ${endpoint} needs ${name}. Set path.${name}.`);
    return encodeURIComponent(value);
  });
}
