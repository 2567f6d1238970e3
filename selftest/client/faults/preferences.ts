import { bodies, type ClientFault, changed, drafts, fault, valued } from './row.ts';

/** Fields of a preference that are missing, renamed, or of another type. */
export const preferenceFaults: readonly ClientFault[] = [
  fault(
    'CPR-03 preference-quantity-as-text: The quantity is text.',
    valued('checkout-preferences', 'quantity', String),
  ),
  fault(
    'CPR-03 preference-price-as-text: The unit_price is text with two decimals.',
    valued('checkout-preferences', 'unit_price', (was) => Number(was).toFixed(2)),
  ),
  fault(
    'CPR-03 preference-booleans-as-numbers: What is true is 1.',
    drafts('checkout-preferences', ({ json }) => ({
      json: changed(json, (name, member) => [[name, typeof member === 'boolean' ? Number(member) : member]]),
    })),
  ),
  fault(
    'CPR-03 preference-expiration-without-offset: The date_of_expiration has no offset.',
    valued('checkout-preferences', 'date_of_expiration', (was) => String(was).slice(0, 19)),
  ),
  fault(
    'CPR-03 preference-one-item-bare: One item is no list.',
    bodies('checkout-preferences', ({ items, ...others }) => ({
      ...others,
      items: Array.isArray(items) ? items[0] : items,
    })),
  ),
  fault(
    'CPR-05 preference-always-ships: Every preference has shipments, be they empty.',
    bodies('checkout-preferences', (json) => ({ shipments: {}, ...json })),
  ),
  fault(
    'CPR-25 preference-always-has-event: Every item has a category_descriptor with an event_date.',
    valued('checkout-preferences', 'items', (items) =>
      [items]
        .flat()
        .map((item) => ({ category_descriptor: { event_date: '2026-12-24T20:00:00.000-03:00' }, ...Object(item) })),
    ),
  ),
  fault(
    'CPR-24 preference-first-name-renamed: The payer has given_name in place of first_name.',
    renamed('first_name', 'given_name'),
  ),
  fault(
    'CPR-24 preference-false-lost: What is false is left out.',
    dropped((member) => member === false),
  ),
  fault(
    'CPR-24 preference-price-rounded: The unit_price is rounded to a whole number.',
    valued('checkout-preferences', 'unit_price', (was) => Math.round(Number(was))),
  ),
  fault(
    'CPR-24 preference-text-ascii: Letters beyond ASCII are lost.',
    valued('checkout-preferences', 'title', (was) => String(was).replace(/[^ -~]/g, '')),
  ),
  fault(
    'CPR-24 preference-only-first-item: Only the first item is sent.',
    valued('checkout-preferences', 'items', (was) => [was].flat().slice(0, 1)),
  ),
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
