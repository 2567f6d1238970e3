import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { badgeJson } from '#reporters/derived';
import { markdown } from '#reporters/markdown';
import { documentOf, musts } from '../tools/page-document.ts';
import { runSuite } from '../tools/run-suite.ts';

const broken = { 'TOK-03': { outcome: 'failed', reason: '=cmd() | <b>\nwrong' } } as const;

test('a run leaves its result as JUnit, Markdown and a badge, and writes the step summary', {
  tag: '@long',
}, async () => {
  const GITHUB_STEP_SUMMARY = test.info().outputPath('step.md');

  const { reports } = await runSuite({ GITHUB_STEP_SUMMARY }, '--project=instore-orders', '--grep=@ORD-01');

  const read = (name: string) => readFileSync(path.join(reports, name), 'utf8');
  expect(read('junit.xml')).toContain('<property name="requirement" value="ORD-01"/>');
  expect(read('summary.md')).toContain('INCOMPLETE');
  expect(readFileSync(GITHUB_STEP_SUMMARY, 'utf8')).toBe(read('summary.md'));
  expect(JSON.parse(read('badge.json'))).toMatchObject({ message: `INCOMPLETE 1/${musts} (a part)` });
  expect(existsSync(path.join(reports, 'conformance.html'))).toBe(true);
});

test('the Markdown names what is broken, and nothing that a target says ends its cell', async () => {
  const text = markdown(await documentOf(broken));

  expect(text).toMatch(/^# ❌ NON-CONFORMANT\n/);
  expect(text).toContain(
    '| 1 | oauth-token: a check failed | test: An access token begins with its type, the client id and its creation date as MMddHH. | =cmd() \\| \\<b\\> | TOK-03 | 0 |',
  );
});

test('the Markdown says why musts prove nothing, and which provider states could not be ended', async () => {
  const failedTeardowns = [{ state: 'an access token', why: 'answered 500' }] as const;
  const idle = { outcome: 'not exercised', reason: 'no state' } as const;
  const text = markdown(await documentOf({ 'TOK-03': idle }, { failedTeardowns }));

  expect(text).toMatch(/^# ⚠️ INCOMPLETE\n/);
  expect(text).toContain('- not exercised: no state: TOK-03');
  expect(text).toContain('## Provider states that could not be ended\n\n- an access token: answered 500');
});

test('the badge of an INCOMPLETE run names its waivers', async () => {
  const document = await documentOf({ 'TOK-01': { outcome: 'waived' }, 'TOK-03': { outcome: 'inconclusive' } });

  expect(JSON.parse(badgeJson(document)).message).toMatch(/^INCOMPLETE \d+\/\d+, 1 waived, build/);
});

for (const [verdict, found, color] of [
  ['CONFORMANT', {}, 'brightgreen'],
  ['NON-CONFORMANT', broken, 'red'],
  ['INCOMPLETE', { 'TOK-03': { outcome: 'inconclusive' } }, 'yellow'],
  ['CONFORMANT with 1 waiver', { 'TOK-03': { outcome: 'waived' } }, 'yellow'],
] as const) {
  test(`the badge of a run that is ${verdict} says so`, async () => {
    const badge = JSON.parse(badgeJson(await documentOf(found)));

    expect(badge).toMatchObject({ schemaVersion: 1, label: 'conformance', color });
    expect(badge.message).toMatch(new RegExp(`^${verdict} \\d+/${musts}, build c0ffee$`));
  });
}
