import { conformant, type Habits } from '../reference-client.ts';
import { written } from '../wire.ts';
import { bodyFaults, preferenceFaults, tokenFaults } from './bodies.ts';
import messages from './messages.json' with { type: 'json' };
import { publishedClientFaults } from './published.ts';
import { responseFaults } from './responses.ts';
import { asWritten, type ClientFault, drafts, guarded, listEach, listFaults, normalised } from './row.ts';

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
  'CLI-02 secret-beside-token: The client_secret stands in a header of a preference.': {
    draft: (drafted, { token }) => ({
      ...drafted,
      headers: token ? [...drafted.headers, ['X-Client-Secret', token.client_secret]] : drafted.headers,
    }),
  },
  'CLI-02 secret-as-token: The client_secret is sent as the access token.': {
    draft: (drafted, { token }) => ({
      ...drafted,
      headers: drafted.headers.map(([name, was]) =>
        name === 'Authorization' ? ([name, `Bearer ${token?.client_secret}`] as const) : ([name, was] as const),
      ),
    }),
  },
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

const emptyKept: Partial<Habits> = { encode: (id) => (id === '' ? id : conformant.encode(id)) };

/** Ids that arrive changed, or lead to another path. */
const idFaults: readonly ClientFault[] = [
  ...listEach(
    { cancel: guarded.cancel, order: guarded.order },
    {
      '05 ids-bare: Ids stand in the path as they are, and the URL is normalised.': () => asWritten,
      '05 ids-slashes-kept: Slashes in ids stay as they are.': () => encodes((id) => id.replaceAll('%2F', '/')),
      '05 ids-by-form: Blanks in ids are written as plus signs.': () => encodes((id) => id.replaceAll('%20', '+')),
      '05 ids-twice: Ids are encoded twice.': () => encodes(encodeURIComponent),
      '05 ids-in-latin-1: Ids are encoded in Latin-1.': () => encodes((id) => id.replace(/%C3%B1/g, '%F1')),
      '05 ids-stripped: What is no letter, digit or dash is taken out of ids.': () => ({
        encode: (id) => id.replace(/[^\w-]/g, '') || '_',
      }),
      '05 ids-unquoted: Quotes in ids are lost.': () => encodes((id) => id.replace(/'|%22/g, '')),
      '05 ids-trimmed: Blanks round ids are lost.': () => ({ encode: (id) => conformant.encode(id.trim()) }),
      '05 ids-composed: Letters of ids are composed.': () => ({ encode: (id) => conformant.encode(id.normalize()) }),
      '05 ids-cut: Ids have 36 characters at most.': () => ({ encode: (id) => conformant.encode(id.slice(0, 36)) }),
      '05 ids-replaced: Ids are put in by a replace that knows $&.': () => ({
        encode: (id) => conformant.encode('{id}'.replace('{id}', id)),
      }),
      '05 ids-as-numbers: Ids of digits are read as numbers.': () => ({
        encode: (id) => conformant.encode(id.replace(/^0+(?=\d+$)/, '')),
      }),
      '05 ids-cut-at-query: What follows a question mark is lost.': () => ({
        encode: (id) => conformant.encode(id.split('?')[0] ?? ''),
      }),
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

function encodes(change: (encoded: string) => string): Partial<Habits> {
  return { encode: (id) => change(conformant.encode(id)) };
}

export const clientFaults: readonly ClientFault[] = [
  [...messageFaults, ...bodyFaults, ...preferenceFaults, ...tokenFaults],
  [...secretFaults, ...idFaults, ...responseFaults, ...publishedClientFaults],
].flat();
