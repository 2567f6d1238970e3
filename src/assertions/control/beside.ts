import { getField, parseJson, type SentRequest } from '#api/exchange';
import type { Endpoint } from '#api/operations';
import type { CallOptions } from '#http/request';
import { createCodeVerifier, seededWord } from '#run/made-up-values';

/** Something that a request may have: whether one has it, and the valid request with it. */
export interface Beside {
  readonly requirement: string;
  readonly endpoint: Endpoint;
  readonly isIn: (request: SentRequest) => boolean;
  readonly of: (valid: CallOptions) => CallOptions;
}

/** Holds what may stand in a token request by rows of its own (2.1). */
export const besideGrant: readonly Beside[] = [
  member('TOK-12', 'code_verifier', createCodeVerifier),
  member('TOK-13', 'test_token', () => 'false'),
];

/** Holds what may stand among the header fields of a creation of an agreement (4, row 5). */
export const besideAgreement: readonly Beside[] = [
  {
    requirement: 'WAL-05',
    endpoint: 'wallet-agreements',
    isIn: ({ headers }) => headers['x-platform-id'] !== undefined,
    of: (valid) => ({
      ...valid,
      headers: { 'x-platform-id': seededWord('x-platform-id'), ...valid.headers },
    }),
  },
];

function member(requirement: string, name: string, value: () => string): Beside {
  return {
    requirement,
    endpoint: 'oauth-token',
    isIn: ({ body = '' }) => getField(parseJson(body), name) !== undefined,
    of: ({ body, ...valid }) => ({ ...valid, body: { [name]: value(), ...Object(body) } }),
  };
}
