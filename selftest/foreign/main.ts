import { markdownTable } from 'markdown-table';
import { register } from '#api/register';
import { collect } from '../matrix/play.ts';
import { conclude, type Run } from '../matrix/runs.ts';
import { writeSection } from '../matrix/section.ts';
import { type Breaches, nodeOauthAtTimes, nodeOauthBreaches, oidcBreaches } from './breaches.ts';
import { fixes, silences } from './fixes.ts';
import { nodeOauth } from './node-oauth.ts';
import { oidc } from './oidc.ts';
import { serveForeign } from './server.ts';

// Serves OAuth servers that other people wrote: the current ones must break what is listed and no more, and a version
// with a published defect must fail a test that the version without it passes.
const current: Readonly<Record<string, { always: Breaches; atTimes: Breaches }>> = {
  '@node-oauth/oauth2-server': { always: nodeOauthBreaches, atTimes: nodeOauthAtTimes },
  'oidc-provider': { always: oidcBreaches, atTimes: {} },
};
const asserted = register
  .filter(({ endpoint, level }) => endpoint === 'oauth-token' && level !== 'question')
  .map(({ id }) => id);
const versions = [...new Set(fixes.flatMap(({ before, after }) => [before, after]))];

const openid = await oidc();
const libraries = [
  { name: '@node-oauth/oauth2-server', breaks: asserted, library: nodeOauth('@node-oauth/oauth2-server') },
  { name: 'oidc-provider', breaks: asserted, library: openid },
  ...versions.map((name) => ({ name, breaks: broken(name), library: nodeOauth(name) })),
];
const served = await Promise.all(
  libraries.map(async ({ name, breaks, library }) => ({ name, breaks, ...(await serveForeign(library)) })),
);
const runs = await collect(served.map(({ name, breaks, target }) => ({ name, breaks, ...target })));
await Promise.all(served.map(({ close }) => close()));
openid.close();

const alarms = Object.entries(current).flatMap(([name, { always, atTimes }]) => surprises(name, always, atTimes));
const unseen = fixes.filter((fix) => !shows(fix)).map(({ defect }) => `nothing notices: ${defect}`);
await writeSection('node --import tsx selftest/foreign/main.ts', page());
const { status } = conclude([...alarms, ...unseen], fixes.length + Object.keys(current).length);
process.exitCode = status === 'passed' ? 0 : 1;

/** Returns what the fixes want to see of a version. */
function broken(name: string): string[] {
  const about = fixes.filter(({ before, after }) => before === name || after === name);
  return about.map(({ breaks }) => breaks);
}

function of(name: string): Run[] {
  return runs.filter(({ target }) => target === name);
}

function failedOn(name: string): Run[] {
  return of(name).filter(({ outcome }) => outcome === 'noticed');
}

/** Returns what a current version fails and is not listed, or is listed for and does not fail. */
function surprises(name: string, always: Breaches, atTimes: Breaches): string[] {
  const failed = failedOn(name).flatMap(({ requirements }) => requirements);
  const missing = Object.keys(always).filter((id) => !failed.includes(id));
  const alarm = failedOn(name).filter(({ requirements }) => !requirements.some((id) => id in always || id in atTimes));
  return [
    ...missing.map((id) => `${name} is listed for ${id} and keeps it`),
    ...alarm.map(({ requirements, test, reason }) => `${name} breaks ${requirements}: ${test}\n${reason}`),
  ];
}

/** Returns true if a test fails on the version before and passes on the one after. */
function shows({ before, after, breaks }: (typeof fixes)[number]): boolean {
  const passed = of(after).filter(({ outcome }) => outcome === 'passed');
  return failedOn(before).some(
    ({ test, requirements }) => requirements.includes(breaks) && passed.some((other) => other.test === test),
  );
}

function page(): string {
  const noticed = fixes.filter(shows).length;
  const breaches = Object.entries(current).flatMap(([name, { always, atTimes }]) =>
    Object.entries({ ...always, ...atTimes })
      .sort()
      .map(([id, sentence]) => [name, id, sentence]),
  );
  const rows = fixes.map((fix) => [
    `[${fix.defect}](${fix.link})`,
    `${fix.before} → ${fix.after}`,
    fix.breaks,
    shows(fix) ? 'fails before, passes after' : 'not noticed',
  ]);
  const silent = silences.map(({ defect, link, why }) => [`[${defect}](${link})`, why]);
  return [
    `What two well-known servers, as they are published, break of the reference; nothing else of them fails:`,
    table(['server', 'requirement', 'what it does'], breaches),
    `Published defects, the version before its fix and the one after: ${noticed} of ${fixes.length} expressible ones are noticed.`,
    table(['defect', 'versions', 'requirement', 'the suite'], rows),
    'Of these the reference says nothing:',
    table(['defect', 'why'], silent),
  ].join('\n\n');
}

function table(head: string[], rows: string[][]): string {
  return markdownTable([head, ...rows], { alignDelimiters: false });
}
