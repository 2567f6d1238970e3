/** A defect that was published and fixed: what the suite has to say of it before and after. */
interface Fix {
  readonly defect: string;
  readonly link: string;
  /** The last version with it and the first without; a version that cannot be had is rebuilt in selftest/faults/published.ts. */
  readonly before: string;
  readonly after: string;
  /** The requirement that it breaks. */
  readonly breaks: string;
}

const pulls = 'https://github.com/node-oauth/node-oauth2-server/pull';

/** Lists the fixes whose versions before and after are installed and served. */
export const fixes: readonly Fix[] = [
  {
    defect: 'An Authorization header that has Bearer anywhere in it opens a protected operation.',
    link: `${pulls}/105`,
    before: 'node-oauth-4.1.1',
    after: 'node-oauth-4.2.0',
    breaks: 'PRF-30',
  },
  {
    defect: 'The scope that stands beside a refresh token is not looked at.',
    link: `${pulls}/238`,
    before: 'node-oauth-4.3.3',
    after: 'node-oauth-5.0.0',
    breaks: 'TOK-42',
  },
  {
    defect: 'The scope of an answer is a list.',
    link: `${pulls}/267`,
    before: 'node-oauth-5.0.0',
    after: 'node-oauth-5.1.0',
    breaks: 'TOK-06',
  },
];

/** Fixes of which the reference says nothing, and why. */
export const silences: readonly { readonly defect: string; readonly link: string; readonly why: string }[] = [
  {
    defect: 'A code survives a request with another redirect_uri.',
    link: `${pulls}/231`,
    why: 'Whether a refused request uses up its code is not shown; the request itself was refused before and after.',
  },
  {
    defect: 'A token is generated for a scope before that scope is validated.',
    link: `${pulls}/229`,
    why: 'Only the text of a token that carries its scope shows it, and the rest of its composition is not shown (2.2).',
  },
  {
    defect: 'A refresh token is revoked by a request whose scope is refused.',
    link: `${pulls}/390`,
    why: 'Whether a refused request uses up its refresh token is not shown.',
  },
  {
    defect: 'A code_verifier of any form is compared, and not in constant time.',
    link: 'https://github.com/node-oauth/node-oauth2-server/commit/2d0659f',
    why: 'The reference accepts a code_verifier and says nothing else of it (2.1).',
  },
  {
    defect: 'A made-up code with the beginning of a used one revokes its grant.',
    link: 'https://github.com/cloudflare/workers-oauth-provider/pull/225',
    why: 'The request is refused before and after; what becomes of a grant when a code is replayed is not shown.',
  },
];
