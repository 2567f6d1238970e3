import type { Endpoint } from '#api/operations';
import type { Row } from '../request.ts';
import { good } from '../request.ts';

/** The differences between a request and a valid one of its operation. */
interface Fault {
  readonly method?: string;
  readonly path?: string;
  /** Replaces headers; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Replaces fields of the body; undefined removes one. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Replaces the whole body. */
  readonly text?: string;
}

/** Returns a shell template before the shell expands it. */
const inShell = (name: string) => `$\{${name}}`;

type Faults = Readonly<Record<string, Fault>>;

const TOKEN: Faults = {
  'client_id is blank': { body: { client_id: '   ' } },
  'client_id is the text undefined': { body: { client_id: 'undefined' } },
  'client_id and client_secret are in camel case': {
    body: { client_id: undefined, client_secret: undefined, clientId: '1', clientSecret: 's' },
  },
  'client_secret is empty': { body: { client_secret: '' } },
  'client_secret is the text null': { body: { client_secret: 'null' } },
  'client_secret is a template': { body: { client_secret: inShell('CLIENT_SECRET') } },
  'client_id is a template': { body: { client_id: '{{client_id}}' } },
  'code is empty': { body: { code: '' } },
  'code is a template': { body: { code: '<CODE>' } },
  'code is in a field named authorization_code': { body: { code: undefined, authorization_code: 'TG-1' } },
  'code_verifier is a number': { body: { code_verifier: 12345 } },
  'redirect_uri has no scheme': { body: { redirect_uri: 'www.shop.example/callback' } },
  'redirect_uri is null': { body: { redirect_uri: null } },
  'grant_type has a hyphen': { body: { grant_type: 'authorization-code' } },
  'grant_type is in capitals': { body: { grant_type: 'AUTHORIZATION_CODE' } },
  'grant_type is a list': { body: { grant_type: ['authorization_code'] } },
  'refresh_token is missing': { body: { grant_type: 'refresh_token', code: undefined } },
  'refresh_token is empty': { body: { grant_type: 'refresh_token', code: undefined, refresh_token: '' } },
  'refresh_token is in camel case': { body: { grant_type: 'refresh_token', code: undefined, refreshToken: 'TG-1' } },
  'refresh_token has the code': { body: { grant_type: 'refresh_token' } },
  'scope is a list': { body: { scope: ['read', 'write'] } },
  'scope has commas': { body: { scope: 'read,write' } },
  'the body is JSON in a JSON text': { text: '"{\\"grant_type\\":\\"authorization_code\\"}"' },
  'the body is a list': { text: '[{"grant_type":"authorization_code"}]' },
  'the fields are in the query': {
    path: '/oauth/token?grant_type=authorization_code&client_id=1&client_secret=s&code=TG-1',
    text: '',
  },
  'the credentials are in a basic authorization': {
    headers: { authorization: 'Basic MTpz' },
    body: { client_id: undefined, client_secret: undefined },
  },
};

const ITEM = { id: 'A1', title: 'Hat', category_id: 'fashion', quantity: 1, unit_price: 10.5, currency_id: 'ARS' };
const item = (change: object): Fault => ({ body: { items: [{ ...ITEM, ...change }] } });
const payer = (change: object): Fault => ({ body: { payer: { first_name: 'Ana', last_name: 'Paz', ...change } } });
const bearer = (text: string): Fault => ({ headers: { authorization: text } });

const PREFERENCE: Faults = {
  'the scheme is Token': bearer('Token APP_USR-1-112300-a-1'),
  'the scheme is twice': bearer('Bearer Bearer APP_USR-1-112300-a-1'),
  'the scheme has a colon': bearer('Bearer: APP_USR-1-112300-a-1'),
  'the token is quoted': bearer('Bearer "APP_USR-1-112300-a-1"'),
  'the token is a template of a shell': bearer(`Bearer ${inShell('ACCESS_TOKEN')}`),
  'the token is a variable of a shell': bearer('Bearer $ACCESS_TOKEN'),
  'the token is a template in braces': bearer('Bearer {access_token}'),
  'the token is a template in two braces': bearer('Bearer {{access_token}}'),
  'the token is a placeholder in words': bearer('Bearer YOUR_ACCESS_TOKEN'),
  'the token is the text None': bearer('Bearer None'),
  'the token is an object as a text': bearer('Bearer [object Promise]'),
  'items is misspelled': { body: { items: undefined, item: [ITEM] } },
  'unit_price is a text': item({ unit_price: '10.50' }),
  'unit_price has a comma': item({ unit_price: '10,50' }),
  'unit_price is null': item({ unit_price: null }),
  'unitPrice is in camel case': item({ unit_price: undefined, unitPrice: 10.5 }),
  'title is a list': item({ title: ['Hat'] }),
  'title is a template': item({ title: inShell('title') }),
  'currency_id is a number': item({ currency_id: 32 }),
  'warranty is a text': item({ warranty: '1 year' }),
  'category_descriptor is a list': item({ category_descriptor: [] }),
  'event_date is no date': item({ category_descriptor: { event_date: 'tomorrow' } }),
  'departure_date_time is a number': item({ category_descriptor: { route: { departure_date_time: 1795392000 } } }),
  'passenger is a text': item({ category_descriptor: { passenger: 'Ana Paz' } }),
  'back_urls is a list': { body: { back_urls: ['https://shop.example/ok'] } },
  'back_urls.success is relative': { body: { back_urls: { success: '/ok' } } },
  'back_urls.success is null': { body: { back_urls: { success: null } } },
  'notification_url has no scheme': { body: { notification_url: 'shop.example/hook' } },
  'date_of_expiration has no offset': { body: { date_of_expiration: '2027-01-02T03:04:05' } },
  'date_of_expiration is a number': { body: { date_of_expiration: 1798858245 } },
  'date_of_expiration is no day of the calendar': { body: { date_of_expiration: '2027-02-30T03:04:05.000-03:00' } },
  'external_reference is a number': { body: { external_reference: 17 } },
  'auto_return is a boolean': { body: { auto_return: true } },
  'payer is a list': { body: { payer: [{ first_name: 'Ana' }] } },
  'phone is a text': payer({ phone: '+54 11 5555' }),
  'phone.number is a fraction': payer({ phone: { area_code: 11, number: 5555.5 } }),
  'is_prime_user is a number': payer({ is_prime_user: 1 }),
  'last_purchase is no date': payer({ last_purchase: '23/11/2026' }),
  'street_number is a text': payer({ address: { zip_code: '1', street_name: 'A', street_number: '123 B' } }),
  'installments is a text': { body: { payment_methods: { installments: '12' } } },
  'default_payment_method_id is a number': { body: { payment_methods: { default_payment_method_id: 1 } } },
  'excluded_payment_types holds texts': { body: { payment_methods: { excluded_payment_types: ['ticket'] } } },
  'express_shipment is a text': { body: { shipments: { mode: 'not_specified', express_shipment: 'false' } } },
  'receiver_address is a text': { body: { shipments: { mode: 'not_specified', receiver_address: 'A 1' } } },
  'local_pickup is a number': { body: { shipments: { mode: 'not_specified', local_pickup: 0 } } },
  'title holds half a character': { text: `{"items":[{"id":"A1","title":"\\ud83d","quantity":1,"unit_price":10.5}]}` },
  'the body is wrapped': { text: `{"preference":{"items":[${JSON.stringify(ITEM)}]}}` },
};

const USER: Faults = {
  'description is missing': { body: { description: undefined } },
  'site_id is empty': { body: { site_id: '' } },
  'site_id is a template': { body: { site_id: inShell('SITE_ID') } },
  'siteId is in camel case': { body: { site_id: undefined, siteId: 'MLA' } },
  'the path is an older one': { path: '/users/test_user' },
};

const INTENTS = '/point/integration-api/devices';
const cancel = (device: string, intent: string): Fault => ({ path: `${INTENTS}/${device}/payment-intents/${intent}` });

const CANCEL: Faults = {
  'deviceid is a template': cancel('%7Bdeviceid%7D', 'i1'),
  'deviceid is a template with a colon': cancel(':device_id', 'i1'),
  'deviceid is a template in angles': cancel('%3Cdevice_id%3E', 'i1'),
  'deviceid is a variable of a shell': cancel('$DEVICE_ID', 'i1'),
  'deviceid is a template of a shell': cancel('$%7BDEVICE_ID%7D', 'i1'),
  'paymentintentid is a template in two braces': cancel('d1', '%7B%7Bintent%7D%7D'),
  'paymentintentid is a template of Python': cancel('d1', '%25s'),
  'paymentintentid is missing': { path: `${INTENTS}/d1/payment-intents` },
  'paymentintentid holds a slash': cancel('d1', 'a/b'),
  'deviceid is a step': cancel('%2E%2E', 'i1'),
};

const AGREEMENTS = '/v2/wallet_connect/agreements';

const AGREEMENT: Faults = {
  'client.id is a template': { path: `${AGREEMENTS}?client.id=%7Bclient_id%7D` },
  'client.id is in the body': { path: AGREEMENTS, body: { 'client.id': 1 } },
  'return_uri is relative': { body: { return_uri: '/back' } },
  'external_flow_id is a number': { body: { external_flow_id: 7 } },
  'external_user is a text': { body: { external_user: 'u1' } },
  'external_user.id is a number': { body: { external_user: { id: 1 } } },
  'agreement_data is a list': { body: { agreement_data: [] } },
};

const ordersOf = (user: string, pos: string): Fault => ({
  path: `/instore/qr/seller/collectors/${user}/pos/${pos}/orders`,
});

const ORDER: Faults = {
  'user_id is undefined': ordersOf('undefined', 'P1'),
  'user_id is missing': ordersOf('', 'P1'),
  'user_id is padded': ordersOf('%20123', 'P1'),
  'user_id is a template': ordersOf('%7Buser_id%7D', 'P1'),
  'user_id is a template with a colon': ordersOf(':user_id', 'P1'),
  'external_pos_id is missing': ordersOf('123', ''),
  'external_pos_id is blank': ordersOf('123', '%20'),
  'external_pos_id is a template': ordersOf('123', '%24%7BPOS%7D'),
  'external_pos_id is null': ordersOf('123', 'null'),
  'the token is in a cookie': { headers: { authorization: null, cookie: 'access_token=APP_USR-1-112300-a-1' } },
  'the path is cut off': { path: '/instore/qr/seller/collectors/123/pos/P1/order' },
};

const codeRequest = {
  grant_type: 'authorization_code',
  client_id: '4711',
  client_secret: 'hush-hush',
  code: 'TG-4711',
  redirect_uri: 'https://shop.example/back',
};

const isUsual = (name: string) => /^(?:authorization|content-type)$/.test(name);

function rowsOf(of: Endpoint, faults: Faults, valid: unknown): Row[] {
  return Object.entries(faults).map(([what, { method, path, headers = {}, body, text }]) => ({
    what,
    of,
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { target: path }),
    change: headers,
    add: Object.entries(headers).flatMap(([name, value]) => (value && !isUsual(name) ? [[name, value] as const] : [])),
    body: body ? { ...Object(valid), ...body } : valid,
    ...(text === undefined ? {} : { text }),
    found: [],
  }));
}

/** Requests with one fault each, written from the reference alone. */
export const faultyRequests: readonly Row[] = [
  ...rowsOf('oauth-token', TOKEN, codeRequest),
  ...rowsOf('checkout-preferences', PREFERENCE, good('checkout-preferences').body),
  ...rowsOf('test-users', USER, good('test-users').body),
  ...rowsOf('point-payment-intents', CANCEL, undefined),
  ...rowsOf('wallet-agreements', AGREEMENT, good('wallet-agreements').body),
  ...rowsOf('instore-orders', ORDER, undefined),
];
