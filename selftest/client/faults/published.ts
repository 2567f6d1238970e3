import { conformant, type Habits } from '../reference-client.ts';
import { bodies, type ClientFault, drafts } from './row.ts';

const github = 'https://github.com';

/** As fetch, curl and Go's URL do: steps of the path are taken, and a question mark begins the query. */
function asWritten(): Partial<Habits> {
  return {
    encode: (id) => id,
    finish: (outgoing) => {
      const { pathname, search } = new URL(outgoing.target, 'http://localhost');
      return { ...outgoing, target: `${pathname}${search}` };
    },
  };
}

function inItems(change: (item: Readonly<Record<string, unknown>>) => object): Partial<Habits> {
  return bodies('checkout-preferences', ({ items, ...others }) => ({
    ...others,
    items: [items].flat().map((item) => change(Object(item))),
  }));
}

function inPayer(change: (payer: Readonly<Record<string, unknown>>) => object): Partial<Habits> {
  return bodies('checkout-preferences', ({ payer, ...others }) =>
    payer ? { ...others, payer: change(Object(payer)) } : others,
  );
}

/** Defects of clients of this platform as they were published, rebuilt. */
export const publishedClientFaults: readonly ClientFault[] = [
  {
    breaks: 'CPI-05',
    name: 'published-sdk-php-633',
    sentence: 'Ids stand in the path as they are: ../ leads to other paths with the merchant’s token.',
    changes: asWritten(),
    link: `${github}/mercadopago/sdk-php/pull/633`,
  },
  {
    breaks: 'CPI-05',
    name: 'published-sdk-nodejs-451',
    sentence: 'Dynamic path parameters are not escaped.',
    changes: asWritten(),
    link: `${github}/mercadopago/sdk-nodejs/pull/451`,
  },
  {
    breaks: 'CPI-05',
    name: 'published-sdk-go-132',
    sentence: 'Path parameters are set in a path that is written without its escapes.',
    changes: { encode: (id) => encodeURIComponent(id).replaceAll('%2F', '/') },
    link: `${github}/mercadopago/sdk-go/pull/132`,
  },
  {
    breaks: 'COR-05',
    name: 'published-sdk-python-134',
    sentence: 'Ids are joined to the path by str() alone.',
    changes: asWritten(),
    link: `${github}/mercadopago/sdk-python/pull/134`,
  },
  {
    breaks: 'CLI-01',
    name: 'published-sdk-php-290',
    sentence: 'The access token stands in the query of every request.',
    changes: {
      draft: (drafted, { token }) => ({
        ...drafted,
        target: token ? `${drafted.target}?access_token=${token.access_token}` : drafted.target,
      }),
    },
    link: `${github}/mercadopago/sdk-php/pull/290`,
  },
  {
    breaks: 'CPR-04',
    name: 'published-sdk-dotnet-127',
    sentence: 'There is no Authorization header: the token stands in the query.',
    changes: drafts('checkout-preferences', ({ headers }) => ({
      headers: headers.filter(([name]) => name !== 'Authorization'),
    })),
    link: `${github}/mercadopago/sdk-dotnet/pull/127`,
  },
  {
    breaks: 'CTK-03',
    name: 'published-sdk-java-404',
    sentence: 'A code is exchanged, and a token renewed, without client_id.',
    changes: bodies('oauth-token', ({ client_id, ...others }) => others),
    link: `${github}/mercadopago/sdk-java/issues/404`,
  },
  {
    breaks: 'CPR-24',
    name: 'published-sdk-go-last-purchase',
    sentence: 'The payer’s last_purchase is sent as last_purchase_date.',
    changes: inPayer(({ last_purchase, ...others }) => ({ ...others, last_purchase_date: last_purchase })),
    link: `${github}/mercadopago/sdk-go/commit/53de82d42628db2288f792e6efc2ec38401710ee`,
  },
  {
    breaks: 'CPR-03',
    name: 'published-sdk-go-warranty',
    sentence: 'The warranty of an item is text.',
    changes: inItems(({ warranty, ...others }) =>
      warranty === undefined ? others : { ...others, warranty: String(warranty) },
    ),
    link: `${github}/mercadopago/sdk-go/commit/53de82d42628db2288f792e6efc2ec38401710ee`,
  },
  {
    breaks: 'CPR-24',
    name: 'published-sdk-go-zipcode',
    sentence: 'The zip_code of the payer is sent as zipcode.',
    changes: inPayer(({ address, ...others }) => {
      const { zip_code, ...rest } = Object(address);
      return address ? { ...others, address: { ...rest, zipcode: zip_code } } : others;
    }),
    link: `${github}/mercadopago/sdk-go/commit/44e09065d71394c2d5c629439903a3cb6cd52398`,
  },
  {
    breaks: 'CPR-24',
    name: 'published-sdk-php-zero',
    sentence: 'A number that is 0 is left out.',
    changes: inItems((item) => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== 0))),
    link: `${github}/mercadopago/sdk-php/commit/d2406c3fed48954d6e9cd9358d9d9948faf53213`,
  },
  {
    breaks: 'CPI-01',
    name: 'published-sdk-python-slash',
    sentence: 'The slash before the id is missing (there of another operation).',
    changes: drafts('point-payment-intents', ({ target }) => ({
      target: target.replace('payment-intents/', 'payment-intents'),
    })),
    link: `${github}/mercadopago/sdk-python/commit/e0585526fd7b31a873705062f34059b6770deeb3`,
  },
  {
    breaks: 'CPI-01',
    name: 'published-webtef-3',
    sentence: 'A cancellation is sent by GET.',
    changes: drafts('point-payment-intents', () => ({ method: 'GET' })),
    link: `${github}/sacfiscal/WebTEFMercadoPago/pull/3`,
  },
  {
    breaks: 'CPI-05',
    name: 'published-webtef-7',
    sentence: 'A brace of a template is left in the path of a cancellation.',
    changes: { encode: (id) => `${conformant.encode(id)}%7D` },
    link: `${github}/sacfiscal/WebTEFMercadoPago/issues/7`,
  },
  {
    breaks: 'CTK-03',
    name: 'published-php-sdk-39',
    sentence: 'A token is renewed by parameters of the query, without a body.',
    changes: drafts('oauth-token', ({ target, json }) => ({
      target: `${target}?${new URLSearchParams(Object(json))}`,
      json: {},
    })),
    link: `${github}/mercadolibre/php-sdk/issues/39`,
  },
  {
    breaks: 'CLI-03',
    name: 'published-sdk-dotnet-76',
    sentence: 'The token of a marketplace is a member of the body.',
    changes: {
      draft: (drafted, { token }) =>
        drafted.operation === 'checkout-preferences'
          ? { ...drafted, json: { ...drafted.json, marketplace_access_token: token?.access_token } }
          : drafted,
    },
    link: `${github}/mercadopago/sdk-dotnet/issues/76`,
  },
  {
    breaks: 'CPR-21',
    name: 'published-sdk-java-empty-date',
    sentence: 'An empty date in a response throws.',
    changes: {
      isSuccess: (status, answered) =>
        conformant.isSuccess(status, answered, 'checkout-preferences') &&
        !JSON.stringify(answered ?? '').includes('_created":""'),
    },
    link: `${github}/mercadopago/sdk-java/commit/bb41a4a0`,
  },
];
