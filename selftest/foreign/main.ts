import { markdownTable } from 'markdown-table';
import { register } from '#api/register';
import { collect, conclude, listOwnFailures, type Run, writeSection } from '../matrix/runs.ts';
import { nodeOauth } from './node-oauth.ts';
import { oidc } from './oidc.ts';
import { serveForeign } from './server.ts';

const pulls = 'https://github.com/node-oauth/node-oauth2-server/pull';

/** Published fixes with an installed version before and after; the version before violates the requirement. */
const fixes = [
  {
    defect: 'An Authorization header that has Bearer anywhere in it opens a protected operation.',
    link: `${pulls}/105`,
    before: 'node-oauth-4.1.1',
    after: 'node-oauth-4.2.0',
    breaks: 'PRF-30',
  },
  {
    defect: 'The scope sent with a refresh token is not checked.',
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
] as const;

/** The requirements that a published library violates, each with what it does instead. */
type Breaches = Readonly<Record<string, string>>;

const ofAnyOAuthServer: Breaches = {
  'TOK-04': 'The token_type is written Bearer.',
  'TOK-24': 'A parameter that it does not know is ignored, as RFC 6749 (3.2) requires.',
  'TOK-25': 'A field that is given twice is read once: JSON.parse keeps the last.',
  'TOK-42': 'The scope sent with a code is not checked: that of the authorization counts.',
  'TOK-48': 'A scope in another spelling is not checked either.',
};

/** node-oauth's library in its current version. */
const nodeOauthBreaches: Breaches = {
  ...ofAnyOAuthServer,
  'TOK-02': 'The token_type is written Bearer.',
  'TOK-05': 'The expires_in is 15551999 where a millisecond passed before the answer.',
  'TOK-20': 'A request without client_id is an invalid_client.',
  'TOK-21': 'A request without client_secret is an invalid_client.',
  'TOK-30': 'A grant_type that the library knows and the client may not use is an unauthorized_client.',
  'TOK-40': 'Another redirect_uri is an invalid_request.',
  'TOK-41': 'A redirect_uri that begins like the configured one is an invalid_request.',
  'TOK-53': 'A list of one grant_type is read as the text in it.',
};

/** The certified OpenID server. */
const oidcBreaches: Breaches = {
  ...ofAnyOAuthServer,
  'TOK-02': 'There is no user_id, public_key or live_mode, and no option for more fields.',
  'TOK-03': 'The access token is of 43 random characters.',
  'TOK-11': 'The token for client_credentials has no scope, user_id, public_key or live_mode.',
  'TOK-21': 'A request without client_secret is answered 401 invalid_client.',
  'TOK-28': 'A wrong client_id is answered 401.',
  'TOK-29': 'A wrong client_secret is answered 401.',
  'TOK-53': 'A client_id or client_secret that is a list or an object is answered 401.',
  'TOK-58': 'A wrong client is answered 401, and what is ignored alone is ignored together too.',
};

// Runs the tests against third-party OAuth servers: current ones must violate only what is listed, and a version
// with a published defect must fail a test that the fixed version passes.
const current: Readonly<Record<string, Breaches>> = {
  '@node-oauth/oauth2-server': nodeOauthBreaches,
  'oidc-provider': oidcBreaches,
};
/** Requirements that are violated only in some runs. */
const atTimes = ['TOK-05'];
const asserted = register
  .filter(({ endpoint, level }) => endpoint === 'oauth-token' && level !== 'question')
  .map(({ id }) => id);
const versions = new Set<string>(fixes.flatMap(({ before, after }) => [before, after]));

const openid = await oidc();
const libraries = [
  { name: '@node-oauth/oauth2-server', breaks: asserted, library: nodeOauth('@node-oauth/oauth2-server') },
  { name: 'oidc-provider', breaks: asserted, library: openid },
  ...[...versions].map((name) => ({ name, breaks: broken(name), library: nodeOauth(name) })),
];
const served = await Promise.all(
  libraries.map(async ({ name, breaks, library }) => ({ name, breaks, ...(await serveForeign(library)) })),
);
const runs = await collect(served.map(({ name, breaks, target }) => ({ name, breaks, ...target })));
await Promise.all(served.map(({ close }) => close()));
openid.close();

const alarms = Object.entries(current).flatMap(([name, breaches]) => listSurprises(name, breaches));
const unseen = fixes.filter((fix) => !isNoticed(fix)).map(({ defect }) => `nothing notices: ${defect}`);
await writeSection('node --import tsx selftest/foreign/main.ts', page());
conclude([...alarms, ...unseen], fixes.length + Object.keys(current).length);

/** Returns the requirements of the fixes of a version. */
function broken(name: string): string[] {
  return fixes.filter(({ before, after }) => before === name || after === name).map(({ breaks }) => breaks);
}

function getRuns(name: string): Run[] {
  return runs.filter(({ target }) => target === name);
}

/** Returns unlisted failures of a current version, and listed violations that do not fail. */
function listSurprises(name: string, breaches: Breaches): string[] {
  const own = listOwnFailures(getRuns(name));
  const failed = [...atTimes, ...own.flatMap(({ requirements }) => requirements)];
  const missing = Object.keys(breaches).filter((id) => !failed.includes(id));
  const alarms = own.filter(({ requirements }) => !requirements.some((id) => id in breaches));
  return [
    ...missing.map((id) => `${name} is listed for ${id} and keeps it`),
    ...alarms.map(({ requirements, test, reason }) => `${name} breaks ${requirements}: ${test}\n${reason}`),
  ];
}

/** Returns true if a test fails on the version before and passes on the one after. */
function isNoticed({ before, after, breaks }: (typeof fixes)[number]): boolean {
  const passed = getRuns(after).filter(({ outcome }) => outcome === 'passed');
  return getRuns(before).some(
    ({ test, requirements, outcome }) =>
      outcome === 'noticed' && requirements.includes(breaks) && passed.some((other) => other.test === test),
  );
}

function page(): string {
  const breaches = Object.entries(current).flatMap(([name, listed]) =>
    Object.entries(listed)
      .sort()
      .map(([id, sentence]) => [name, id, sentence]),
  );
  const rows = fixes.map((fix) => [
    `[${fix.defect}](${fix.link})`,
    `${fix.before} → ${fix.after}`,
    fix.breaks,
    isNoticed(fix) ? 'fails before, passes after' : 'not noticed',
  ]);
  return [
    'What two well-known servers, as they are published, violate of the reference; nothing else of them fails:',
    toTable(['server', 'requirement', 'what it does'], breaches),
    `Published defects, the version before the fix and the one after: ${fixes.filter(isNoticed).length} of ${fixes.length} are noticed.`,
    toTable(['defect', 'versions', 'requirement', 'the suite'], rows),
  ].join('\n\n');
}

function toTable(head: string[], rows: string[][]): string {
  return markdownTable([head, ...rows], { alignDelimiters: false });
}
