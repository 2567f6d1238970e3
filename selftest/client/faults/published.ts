import { asWritten, bodies, type ClientFault, drafts, listFaults } from './row.ts';

function inItems(change: (item: Readonly<Record<string, unknown>>) => object) {
  return bodies(({ items, ...others }) => ({ ...others, items: [items].flat().map((item) => change(Object(item))) }));
}

function inPayer(change: (payer: Readonly<Record<string, unknown>>) => object) {
  return bodies(({ payer, ...others }) => (payer ? { ...others, payer: change(Object(payer)) } : others));
}

/** Rebuilt defects that were published for clients of this platform. */
export const publishedClientFaults: readonly ClientFault[] = listFaults({
  'CPI-05 published-sdk-php-633: Ids stand in the path as they are: ../ leads to other paths with the merchant’s token. (mercadopago/sdk-php/pull/633)':
    asWritten,
  'CPI-05 published-sdk-nodejs-451: Dynamic path parameters are not escaped. (mercadopago/sdk-nodejs/pull/451)':
    asWritten,
  'CPI-05 published-sdk-go-132: Path parameters are set in a path that is written without its escapes. (mercadopago/sdk-go/pull/132)':
    { encode: (id) => encodeURIComponent(id).replaceAll('%2F', '/') },
  'COR-05 published-sdk-python-134: Ids are joined to the path by str() alone. (mercadopago/sdk-python/pull/134)':
    asWritten,
  'CPR-24 published-sdk-go-last-purchase: The payer’s last_purchase is sent as last_purchase_date. (mercadopago/sdk-go/commit/53de82d42628db2288f792e6efc2ec38401710ee)':
    inPayer(({ last_purchase, ...others }) => ({ ...others, last_purchase_date: last_purchase })),
  'CPR-03 published-sdk-go-warranty: The warranty of an item is text. (mercadopago/sdk-go/commit/53de82d42628db2288f792e6efc2ec38401710ee)':
    inItems(({ warranty, ...others }) => (warranty === undefined ? others : { ...others, warranty: String(warranty) })),
  'CPR-24 published-sdk-go-zipcode: The zip_code of the payer is sent as zipcode. (mercadopago/sdk-go/commit/44e09065d71394c2d5c629439903a3cb6cd52398)':
    inPayer(({ address, ...others }) => {
      const { zip_code, ...rest } = Object(address);
      return address ? { ...others, address: { ...rest, zipcode: zip_code } } : others;
    }),
  'CPR-24 published-sdk-php-zero: A number that is 0 is left out. (mercadopago/sdk-php/commit/d2406c3fed48954d6e9cd9358d9d9948faf53213)':
    inItems((item) => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== 0))),
  'CTK-03 published-php-sdk-39: A token is renewed by parameters of the query, without a body. (mercadolibre/php-sdk/issues/39)':
    drafts(({ target, json }) => ({ target: `${target}?${new URLSearchParams(Object(json))}`, json: {} })),
  'CLI-03 published-sdk-dotnet-76: The token of a marketplace is a field of the body. (mercadopago/sdk-dotnet/issues/76)':
    drafts(({ json }, { token }) => ({ json: { ...json, marketplace_access_token: token?.access_token } }))(
      'checkout-preferences',
    ),
});
