import { register } from '#api/register';
import { collect, conclude, listOwnFailures, type Run, toTable, writeSection } from '../matrix/runs.ts';
import known from './known.json' with { type: 'json' };
import { nodeOauth } from './node-oauth.ts';
import { oidc } from './oidc.ts';
import { serveForeign } from './server.ts';

// Runs the tests against third-party OAuth servers: current ones must violate only what known.json lists, and a version
// with a published defect must fail a test that the fixed version passes.

const { fixes } = known;
type Fix = (typeof fixes)[number];
const current = Object.entries<Readonly<Record<string, string>>>(known.violations);
/** Requirements that are violated only in some runs. */
const atTimes = ['TOK-05'];
const asserted = register.filter(({ endpoint, level }) => endpoint === 'oauth-token' && level !== 'question');

const openid = await oidc();
const libraries = [
  ...current.map(([name]) => ({ name, breaks: asserted.map(({ id }) => id) })),
  ...[...new Set(fixes.flatMap(({ before, after }) => [before, after]))].map((name) => ({
    name,
    breaks: fixes.filter(({ before, after }) => before === name || after === name).map((fix) => fix.requirement),
  })),
];
const served = await Promise.all(
  libraries.map(async (row) => ({
    ...row,
    ...(await serveForeign(row.name === 'oidc-provider' ? openid : nodeOauth(row.name))),
  })),
);
const runs = await collect(served.map(({ name, breaks, target }) => ({ name, breaks, ...target })));
await Promise.all(served.map(({ close }) => close()));
openid.close();

const alarms = current.flatMap(([name, violations]) => listSurprises(name, violations));
const unseen = fixes.filter((fix) => !isNoticed(fix)).map(({ defect }) => `nothing notices: ${defect}`);
await writeSection('node --import tsx selftest/foreign/main.ts', page());
conclude([...alarms, ...unseen], fixes.length + current.length);

function getRuns(name: string): Run[] {
  return runs.filter(({ target }) => target === name);
}

/** Returns unlisted failures of a current version, and listed violations that do not fail. */
function listSurprises(name: string, violations: object): string[] {
  const own = listOwnFailures(getRuns(name));
  const failed = [...atTimes, ...own.flatMap(({ requirements }) => requirements)];
  const missing = Object.keys(violations).filter((id) => !failed.includes(id));
  const unlisted = own.filter(({ requirements }) => !requirements.some((id) => id in violations));
  return [
    ...missing.map((id) => `${name} is listed for ${id} and keeps it`),
    ...unlisted.map(({ requirements, test, reason }) => `${name} violates ${requirements}: ${test}\n${reason}`),
  ];
}

/** Returns true if a test fails on the version before and passes on the one after. */
function isNoticed({ before, after, requirement }: Fix): boolean {
  const passed = new Set(getRuns(after).flatMap(({ outcome, test }) => (outcome === 'passed' ? [test] : [])));
  const noticed = getRuns(before).filter(({ outcome }) => outcome === 'noticed');
  return noticed.some(({ test, requirements }) => requirements.includes(requirement) && passed.has(test));
}

function page(): string {
  const violations = current.flatMap(([name, listed]) => Object.entries(listed).map((row) => [name, ...row]));
  const rows = fixes.map((fix) => [
    `[${fix.defect}](https://github.com/node-oauth/node-oauth2-server/pull/${fix.pull})`,
    `${fix.before} → ${fix.after}`,
    fix.requirement,
    isNoticed(fix) ? 'fails before, passes after' : 'not noticed',
  ]);
  return [
    'What two well-known servers, as they are published, violate of the reference; nothing else of them fails:',
    toTable(['server', 'requirement', 'what it does'], violations),
    `Published defects, the version before the fix and the one after: ${fixes.filter(isNoticed).length} of ${fixes.length} are noticed.`,
    toTable(['defect', 'versions', 'requirement', 'the suite'], rows),
  ].join('\n\n');
}
