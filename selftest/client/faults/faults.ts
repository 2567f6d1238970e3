import { conformant, type Habits } from '../reference-client.ts';
import { written } from '../wire.ts';
import { bodyFaults, preferenceFaults, tokenFaults } from './bodies.ts';
import ids from './ids.json' with { type: 'json' };
import messages from './messages.json' with { type: 'json' };
import { publishedClientFaults } from './published.ts';
import { responseFaults, sendsAgain } from './responses.ts';
import { asWritten, type ClientFault, drafts, guarded, keeps, listEach, listFaults, normalised } from './row.ts';

/** Wrong lines and headers, and messages that HTTP does not allow but Node's parser takes: each pattern is replaced. */
const messageFaults: readonly ClientFault[] = Object.entries(messages).flatMap(([key, changes]) => {
  const change = (message: string) =>
    changes.reduce((text, [pattern = '', other = '']) => text.replace(new RegExp(pattern, 'g'), other), message);
  return listFaults({ [key]: { send: written(change) } });
});

/** Sends a token request to another host too, once its secret is known. */
const spilt: Partial<Habits> = {
  send: async (base, outgoing) => {
    const response = await conformant.send(base, outgoing);
    await conformant.send(base, { ...outgoing, target: 'http://telemetry.example/log' });
    return response;
  },
};

/** Credentials in the wrong place. */
const secretFaults: readonly ClientFault[] = listFaults({
  'CLI-02 secret-to-another-host: A token request goes to the host of a log too.': spilt,
  'CLI-03 token-to-another-host: A request with the token goes to the host of a log too.': spilt,
  'CLI-02 refresh-token-in-body: The refresh token stands in the body of a test user.': drafts(
    ({ json }, { token }) => ({ json: { ...json, refresh_token: token?.refresh_token } }),
  )('test-users'),
  'CLI-03 token-encoded: A header has the token in base64.': drafts(({ headers }) => ({
    headers: [...headers, ['X-Context', btoa(JSON.stringify({ token: tokenIn(headers) }))]],
  }))('wallet-agreements'),
  'CLI-01 token-encoded-in-query: The query has the token in base64.': drafts(({ target, headers }) => ({
    target: `${target}&context=${btoa(tokenIn(headers))}`,
  }))('wallet-agreements'),
  'CLI-03 token-in-body: The access token stands in the body too.': drafts(({ json, headers }) => ({
    json: { ...json, access_token: tokenIn(headers) },
  }))('wallet-agreements'),
});

function tokenIn(headers: readonly (readonly [string, string])[]): string {
  return headers.find(([name]) => name === 'Authorization')?.[1].replace('Bearer ', '') ?? '';
}

/** Ids with a pattern replaced, as they are given or once they are encoded. */
const changedIds = Object.entries(ids).map(([key, [when, pattern = '', other = '']]): [string, Partial<Habits>] => {
  const change = (id: string) => id.replace(new RegExp(pattern, 'g'), other);
  const isEncoded = when === 'encoded';
  return [key, { encode: (id) => (isEncoded ? change(conformant.encode(id)) : conformant.encode(change(id) || '_')) }];
});

const emptyKept: Partial<Habits> = { encode: (id) => (id === '' ? id : conformant.encode(id)) };

/** Ids that arrive changed, or lead to another path. */
const idFaults: readonly ClientFault[] = [
  ...listEach(
    { cancel: guarded.cancel, order: guarded.order },
    {
      ...Object.fromEntries(changedIds),
      '05 ids-bare: Ids stand in the path as they are, and the URL is normalised.': asWritten,
      '05 ids-twice: Ids are encoded twice.': { encode: (id) => encodeURIComponent(conformant.encode(id)) },
      '05 ids-composed: Letters of ids are composed.': { encode: (id) => conformant.encode(id.normalize()) },
      '05 ids-replaced: Ids are put in by a replace that knows $&.': {
        encode: (id) => conformant.encode('{id}'.replace('{id}', id)),
      },
    },
  ),
  ...Object.entries({ 'CPI-07': 'cancel', 'COR-06': 'order' }).flatMap(([id, name]) =>
    listFaults({
      [`${id} ${name}-ids-by-url: Ids are encoded, and the URL is normalised: two dots lead up.`]: {
        encode: encodeURIComponent,
        finish: normalised,
      },
      [`${id} ${name}-ids-dots-sent: Two dots are sent as they are.`]: { encode: encodeURIComponent },
    }),
  ),
  ...listFaults({
    'COR-05 order-ids-twice-again: After a 500 an id is encoded once more.': {
      send: sendsAgain(({ target }) => ({ target: target.replaceAll('%', '%25') })),
    },
    'CPI-08 cancel-ids-empty-sent: An empty id leaves an empty segment in the path.': emptyKept,
    'COR-07 order-ids-empty-sent: An empty id leaves an empty segment in the path.': emptyKept,
    'COR-07 order-ids-empty-cut: The path of an empty id has a segment less.': {
      ...emptyKept,
      finish: (outgoing) => ({ ...outgoing, target: outgoing.target.replace('//', '/') }),
    },
    'COR-05 order-user-as-number: A user_id is read as a number with 53 bits.': {
      encode: (id) => conformant.encode(/^\d+$/.test(id) ? String(Number(id)) : id),
    },
  }),
];

const keepsFields = keeps(({ json }, own) => ({ json: { ...json, ...own.json } }));
const keepsHeaders = keeps(({ headers }, own) => ({
  headers: Object.entries(Object.fromEntries([...headers, ...own.headers])),
}));

/** Values of one call that another sends. */
const keptFaults: readonly ClientFault[] = listFaults({
  'CLI-26 preference-expires-kept: An expires that is not given has its value of the call before.': keeps(
    ({ json }, own) => ({ json: { expires: json?.expires, ...own.json } }),
  )('checkout-preferences'),
  'CLI-26 agreement-fields-kept: A field that is not given has its value of the call before.':
    keepsFields('wallet-agreements'),
  'CLI-26 agreement-platform-kept: An x-platform-id is sent in the calls that follow.':
    keepsHeaders('wallet-agreements'),
  'CLI-26 cancel-test-scope-kept: After a cancellation in the sandbox, the x-test-scope is sent in the calls that follow.':
    keepsHeaders('point-payment-intents'),
  'CLI-26 agreement-client-kept: A client.id is sent in the calls that follow.': keeps(({ target }, own) => ({
    target: own.target.includes('?') ? own.target : target,
  }))('wallet-agreements'),
});

export const clientFaults: readonly ClientFault[] = [
  [...messageFaults, ...bodyFaults, ...preferenceFaults, ...tokenFaults],
  [...keptFaults, ...secretFaults, ...idFaults, ...responseFaults, ...publishedClientFaults],
].flat();
