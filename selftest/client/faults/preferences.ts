import { bodies, type ClientFault, changed, drafts, valued } from './row.ts';

/** Fields of a preference that are lost, renamed, or of another type. */
export const preferenceFaults: readonly ClientFault[] = [
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
    name: 'preference-first-name-renamed',
    sentence: 'The payer has given_name in place of first_name.',
    changes: renamed('first_name', 'given_name'),
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
];

function renamed(from: string, to: string) {
  return drafts('checkout-preferences', ({ json }) => ({
    json: changed(json, (name, member) => [[name === from ? to : name, member]]),
  }));
}

function dropped(isDropped: (member: unknown, name: string) => boolean) {
  return drafts('checkout-preferences', ({ json }) => ({
    json: changed(json, (name, member) => (isDropped(member, name) ? [] : [[name, member]])),
  }));
}
