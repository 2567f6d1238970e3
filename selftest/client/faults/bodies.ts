import type { Drafted } from '../reference-client.ts';
import { bodies, type ClientFault, drafts, finishes, forEach, guarded, header } from './row.ts';

type Json = Readonly<Record<string, unknown>>;

const { preference, agreement } = guarded;
const withBody = {
  token: ['oauth-token', 'CTK'],
  preference,
  'test-user': guarded['test-user'],
  agreement,
} as const;

/** A value with the members of an object changed wherever they stand. */
function everywhere(value: unknown, change: (name: string, member: unknown) => [string, unknown][]): unknown {
  if (Array.isArray(value)) return value.map((one) => everywhere(one, change));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]) => change(name, everywhere(member, change)));
  return Object.fromEntries(members);
}

function changed(
  json: Drafted['json'],
  change: (name: string, member: unknown) => [string, unknown][],
): Json {
  return Object(everywhere(json, change));
}

function renamed(from: string, to: string) {
  return drafts('checkout-preferences', ({ json }) => ({
    json: changed(json, (name, member) => [[name === from ? to : name, member]]),
  }));
}

function valued(of: Drafted['operation'], wanted: string, value: (was: unknown) => unknown) {
  return drafts(of, ({ json }) => ({
    json: changed(json, (name, member) => [[name, name === wanted ? value(member) : member]]),
  }));
}

function dropped(isDropped: (member: unknown, name: string) => boolean) {
  return drafts('checkout-preferences', ({ json }) => ({
    json: changed(json, (name, member) => (isDropped(member, name) ? [] : [[name, member]])),
  }));
}

/** Wrong media types, wrong JSON, wrong fields. */
export const bodyFaults: readonly ClientFault[] = [
  ...forEach(withBody, (operation, name, prefix) => ({
    breaks: `${prefix}-02`,
    name: `${name}-as-text`,
    sentence: 'The Content-Type is text/plain.',
    changes: header(operation, 'content-type', () => 'text/plain'),
  })),
  ...forEach(withBody, (operation, name, prefix) => ({
    breaks: `${prefix}-02`,
    name: `${name}-untyped`,
    sentence: 'The Content-Type is lost.',
    changes: header(operation, 'content-type', undefined),
  })),
  ...forEach(withBody, (operation, name, prefix) => ({
    breaks: `${prefix}-02`,
    name: `${name}-with-comma`,
    sentence: 'A comma stands behind the last member.',
    changes: finishes(operation, ({ body = '' }) => ({ body: String(body).replace(/\}$/, ',}') })),
  })),
  {
    breaks: 'CTK-02',
    name: 'token-as-form',
    sentence: 'A token request is a form.',
    changes: finishes('oauth-token', ({ body = '', headers }) => ({
      body: new URLSearchParams(JSON.parse(String(body))).toString(),
      headers: headers.map(([name]) => [name, 'application/x-www-form-urlencoded'] as const),
    })),
  },
  {
    breaks: 'CPR-02',
    name: 'preference-in-latin-1',
    sentence: 'The text is written in Latin-1.',
    changes: { write: (json) => Buffer.from(JSON.stringify(json), 'latin1') },
  },
  {
    breaks: 'CTK-03',
    name: 'token-secret-lost',
    sentence: 'The client_secret is lost.',
    changes: bodies('oauth-token', ({ client_secret, ...others }) => others),
  },
  {
    breaks: 'CTK-03',
    name: 'token-client-as-number',
    sentence: 'The client_id is a number.',
    changes: bodies('oauth-token', (json) => ({ ...json, client_id: Number(json.client_id) })),
  },
  {
    breaks: 'CTK-03',
    name: 'token-state-sent',
    sentence: 'The state of the authorization is sent along.',
    changes: bodies('oauth-token', (json) => ({ ...json, state: 'a-state' })),
  },
  {
    breaks: 'CTK-03',
    name: 'token-null-redirect',
    sentence: 'A redirect_uri that there is not is null.',
    changes: bodies('oauth-token', (json) => ({ redirect_uri: null, ...json })),
  },
  {
    breaks: 'CPR-03',
    name: 'preference-quantity-as-text',
    sentence: 'The quantity is text.',
    changes: valued('checkout-preferences', 'quantity', String),
  },
  {
    breaks: 'CPR-03',
    name: 'preference-price-as-text',
    sentence: 'The unit_price is text with two decimals.',
    changes: valued('checkout-preferences', 'unit_price', (was) => Number(was).toFixed(2)),
  },
  {
    breaks: 'CPR-03',
    name: 'preference-booleans-as-numbers',
    sentence: 'What is true is 1.',
    changes: drafts('checkout-preferences', ({ json }) => ({
      json: changed(json, (name, member) => [[name, typeof member === 'boolean' ? Number(member) : member]]),
    })),
  },
  {
    breaks: 'CPR-03',
    name: 'preference-expiration-without-offset',
    sentence: 'The date_of_expiration has no offset.',
    changes: valued('checkout-preferences', 'date_of_expiration', (was) => String(was).slice(0, 19)),
  },
  {
    breaks: 'CPR-03',
    name: 'preference-one-item-bare',
    sentence: 'One item is no list.',
    changes: bodies('checkout-preferences', ({ items, ...others }) => ({
      ...others,
      items: Array.isArray(items) ? items[0] : items,
    })),
  },
  {
    breaks: 'CPR-05',
    name: 'preference-always-ships',
    sentence: 'Every preference has shipments, be they empty.',
    changes: bodies('checkout-preferences', (json) => ({ shipments: {}, ...json })),
  },
  {
    breaks: 'CPR-25',
    name: 'preference-always-has-event',
    sentence: 'Every item has a category_descriptor with an event_date.',
    changes: valued('checkout-preferences', 'items', (items) =>
      [items].flat().map((item) => ({
        category_descriptor: { event_date: '2026-12-24T20:00:00.000-03:00' },
        ...Object(item),
      })),
    ),
  },
  {
    breaks: 'CPR-24',
    name: 'preference-names-of-examples',
    sentence: 'The payer has name in place of first_name.',
    changes: renamed('first_name', 'name'),
  },
  {
    breaks: 'CPR-24',
    name: 'preference-false-lost',
    sentence: 'What is false is left out.',
    changes: dropped((member) => member === false),
  },
  {
    breaks: 'CPR-24',
    name: 'preference-price-rounded',
    sentence: 'The unit_price is rounded to a whole number.',
    changes: valued('checkout-preferences', 'unit_price', (was) => Math.round(Number(was))),
  },
  {
    breaks: 'CPR-24',
    name: 'preference-text-ascii',
    sentence: 'Letters beyond ASCII are lost.',
    changes: valued('checkout-preferences', 'title', (was) => String(was).replace(/[^ -~]/g, '')),
  },
  {
    breaks: 'CPR-24',
    name: 'preference-only-first-item',
    sentence: 'Only the first item is sent.',
    changes: valued('checkout-preferences', 'items', (was) => [was].flat().slice(0, 1)),
  },
  {
    breaks: 'CUS-03',
    name: 'test-user-without-description',
    sentence: 'The description is lost.',
    changes: bodies('test-users', ({ description, ...others }) => others),
  },
  {
    breaks: 'CUS-03',
    name: 'test-user-site-in-list',
    sentence: 'The site_id is a list of one.',
    changes: valued('test-users', 'site_id', (was) => [was]),
  },
  {
    breaks: 'CUS-24',
    name: 'test-user-site-in-small-letters',
    sentence: 'The site_id is written in small letters.',
    changes: valued('test-users', 'site_id', (was) => String(was).toLowerCase()),
  },
  {
    breaks: 'CAG-03',
    name: 'agreement-amount-as-text',
    sentence: 'The validation_amount is text.',
    changes: valued('wallet-agreements', 'validation_amount', String),
  },
  {
    breaks: 'CAG-03',
    name: 'agreement-user-as-text',
    sentence: 'The external_user is its id alone.',
    changes: valued('wallet-agreements', 'external_user', () => 'user-77'),
  },
  {
    breaks: 'CAG-24',
    name: 'agreement-flow-lost',
    sentence: 'The external_flow_id is lost.',
    changes: bodies('wallet-agreements', ({ external_flow_id, ...others }) => others),
  },
];
