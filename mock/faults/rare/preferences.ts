import { type Fault, sendingSuccess, stumbling, type When } from '../../fault.ts';
import type { Json } from '../../http/json.ts';
import type { Wire } from '../../http/wire.ts';
import type { Call } from '../../operation.ts';
import { has, holds, is, isEmptyObject, isLong, says } from '../found.ts';
import { rowsOf } from '../row.ts';

const preferences = rowsOf('checkout-preferences', 'preference');
const { row, fails } = preferences;

/** Preferences that are legal and seldom sent, refused (PRF-22); seldom ones that fail inside the service. */
export const rarePreferenceFaults: readonly Fault[] = [
  refuses('peruvian', 'A currency of Peru is refused.', is('items.0.currency_id', 'PEN')),
  refuses(
    'uruguayan',
    'A document of Uruguay is refused.',
    is('payer.identification.identification_type', 'CI'),
  ),
  refuses('brazilian', 'A zip_code of Brazil is refused.', says(/"zip_code":"\d{5}-\d{3}"/)),
  fails('PRF-02', 'no-exclusions', 'An empty list of exclusions fails.', says(/"excluded_payment_\w+":\[\]/)),
  refuses(
    'expiry-seconds',
    'An expiry without a fraction is refused.',
    says(/"date_of_expiration":"[^".]+"/),
  ),
  refuses(
    'expiry-tenths',
    'An expiry with tenths of a second is refused.',
    says(/"date_of_expiration":"[^"]+\.\d(?:Z|[+-])/),
  ),
  fails(
    'PRF-20',
    'no-payer-fails',
    'A preference without a payer fails.',
    (call) => has('items')(call) && !has('payer')(call),
  ),
  refuses(
    'expiry-micro',
    'An expiry with microseconds is refused.',
    says(/"date_of_expiration":"[^"]+\.\d{6}/),
  ),
  refuses(
    'expiry-east',
    'An expiry far in the east is refused.',
    says(/"date_of_expiration":"[^"]+\+1[0-4]:/),
  ),
  refuses(
    'expiry-nano',
    'An expiry with nanoseconds is refused.',
    says(/"date_of_expiration":"[^"]+\.\d{9}/),
  ),
  refuses('quoted-name', 'A name with quotes is refused.', says(/"(?:first_name|last_name)":"[^,]*\\"/)),
  refuses('arabic', 'Arabic letters are refused.', says(/[\u0600-\u06ff]/)),
  row(
    'PRF-02',
    'two-items',
    'Two items are refused.',
    stumbling(holds('items', hasTwo), 400, 'invalid_request'),
  ),
  row('PRF-01', 'tourism-html', 'A preference of Tourism is answered as HTML.', sendingSuccess(asHtml)),
  refuses('plain-http', 'A URL of the scheme http is refused.', says(/"http:/)),
  refuses('thousand', 'A quantity of a thousand is refused.', says(/"quantity":1000\b/)),
  refuses('three-decimals', 'A price with three decimals is refused.', says(/"unit_price":\d+\.\d{3}\b/)),
  refuses(
    'failure-query',
    'A back_urls.failure with a query is refused.',
    holds('back_urls.failure', (url) => `${url}`.includes('?')),
  ),
  refuses('picture-query', 'A picture_url with a query is refused.', says(/"picture_url":"[^"]*\?/)),
  fails(
    'PRF-21',
    'long-fails',
    'An external_reference of 255 characters fails.',
    isLong('external_reference'),
  ),
  fails('PRF-20', 'empty-object-fails', 'An empty object fails.', isEmptyObject),
  fails(
    'PRF-20',
    'number-fails',
    'A body that is a number fails.',
    ({ body }) => typeof body.value === 'number',
  ),
  fails('PRF-20', 'null-fails', 'The body null fails.', ({ body }) => body.value === null),
];

function refuses(slug: string, sentence: string, when: When): Fault {
  return preferences.refuses('PRF-22', slug, sentence, when);
}

function hasTwo(items: Json): boolean {
  return Array.isArray(items) && items.length === 2;
}

function asHtml(wire: Wire, call: Call): Wire {
  const isTourism = says(/"passenger":.*"route":/)(call);
  return isTourism ? { ...wire, headers: { ...wire.headers, 'Content-Type': 'text/html' } } : wire;
}
