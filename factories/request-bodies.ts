import { drawWord } from './drawn.ts';

/** Returns an agreement with all of 2.5. The seed draws the end of the flow, which decides the other values. */
export function agreement(flow: string) {
  const word = (name: string) => drawWord(flow.slice(-12), name);
  return {
    return_uri: `https://${word('shop')}.example/wallet/return`,
    external_flow_id: flow,
    external_user: { id: `buyer-${word('id')}`, description: `Ana Torres, ${word('buyer')}` },
    agreement_data: { validation_amount: 1 + (word('amount').charCodeAt(0) % 32), description: `Plan ${word('plan')}` },
  };
}

/** Returns nine digits that are unique to a text. */
export function getDigits(text: string): string {
  return `1${[...text.slice(-8)].map((letter) => letter.charCodeAt(0) % 10).join('')}`;
}

/** Rarely used values that the field types of an agreement allow (2.5). */
const rare = [
  ['https://shop.example/?state=ok&step=2#paid', '/a:b 𠮷', '1234567890', "O'Higgins & Cía. 𠮷", 1],
  ['https://shop.example:8443/wallet?next=%2Fcarrito%3Fa%3D1', ", d'été", 'ñandú-1', 'Y', 0.01],
  ['https://shop.example', '', 'A', 'Jose\u0301, 10 %', 1_500_000],
  ['HTTP://Shop.Example/a-b_c~d/', '?x={1}&y=<2>|"', 'user+1@shop.example', '"Plan" <b>', 99.9],
] as const;

const withExponent = (body: unknown) => JSON.stringify(body).replace(/(?<=amount":)(\d+)00000/, '$1E+5');

/** Returns agreements of one flow with a rare value in each field, and how to write them: an amount has an exponent. */
export function rareAgreements(flow: string) {
  return rare.map(([return_uri, end, id, description, validation_amount]) => {
    const external_user = { id, description };
    const agreement_data = { validation_amount, description };
    const external_flow_id = end === '' ? getDigits(flow) : `${flow}${end}`;
    const body = { return_uri, external_flow_id, external_user, agreement_data };
    return { name: `${return_uri}, ${validation_amount}`, body, write: withExponent };
  });
}

export type TestUser = { readonly description: string; readonly site_id: string };

/** The sites that the reference names (2.3). */
export const knownSites = ['MPE', 'MLU', 'MLA'] as const;

/** The site of a test user in tests where the site does not matter. */
export const usualSite = 'MLA';

export const otherSites = knownSites.filter((site) => site !== usualSite);

/** Returns a test user on the usual site; `given` overrides its fields. */
export function testUser(description: string, given: Partial<TestUser> = {}): TestUser {
  return { description, site_id: usualSite, ...given };
}

export interface Grant {
  readonly client_id: string;
  readonly client_secret: string;
  readonly code?: string;
  readonly code_verifier?: string;
  readonly redirect_uri?: string;
  readonly refresh_token?: string;
}

export type GrantType = 'authorization_code' | 'refresh_token' | 'client_credentials';

/** The fields of a token request, by grant (2.1). */
const fieldsOf: Readonly<Record<GrantType, readonly (keyof Grant)[]>> = {
  authorization_code: ['client_id', 'client_secret', 'code', 'redirect_uri', 'code_verifier'],
  refresh_token: ['client_id', 'client_secret', 'refresh_token'],
  client_credentials: ['client_id', 'client_secret'],
};

/** Returns the body of a token request: the values that belong to the grant, and its grant_type. */
export function tokenRequest(grantType: GrantType, values: Grant): Record<string, string> {
  const fields = fieldsOf[grantType].flatMap((name) => {
    const value: string | undefined = values[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { grant_type: grantType, ...Object.fromEntries(fields) };
}

/** Returns the Authorization header of a client as other services take it (RFC 6749, 2.3.1). */
export function toBasic({ client_id, client_secret }: Grant): string {
  return `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
}
