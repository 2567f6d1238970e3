import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { decideGate } from '#results/gate';
import { ownFolder } from '../tools/own-folder.ts';
import { documentOf, musts } from '../tools/page-document.ts';
import { runCommand } from '../tools/run-command.ts';
import { rows, skipped, warned } from './gate-rows.ts';

for (const { title, found, changes, policy, code, why = '' } of rows) {
  test(`${title} is ${code}`, async () => {
    const decision = decideGate(await documentOf(found, changes), policy);

    expect(decision).toEqual({ code, why: expect.stringContaining(why) });
    expect(decision.why).not.toContain('\n');
  });
}

async function gate(document: unknown, ...options: string[]) {
  const file = path.join(ownFolder('gate'), 'conformance.json');
  writeFileSync(file, JSON.stringify(document));
  return runCommand('gate', [file, ...options]);
}

test('the command says in one line what it decided, and exits with it', async () => {
  const document = await documentOf({ ...skipped, ...warned });

  expect(await gate(document)).toEqual({
    code: 2,
    stdout: `gate 2: sandbox (build c0ffee) is INCOMPLETE: 1 of ${musts} musts are not exercised or inconclusive; --allow-incomplete lets that pass; 1 warning: ORD-16\n`,
    stderr: '',
  });
  const options = ['--allow-incomplete', '--max-warnings=1', '--require=instore-orders', '--min-exercised=90%'];
  expect(await gate(document, ...options)).toMatchObject({ code: 0, stderr: '' });
});

const wrong = [
  { options: ['--max-warnings', 'many'], says: 'Say a whole number, such as 0.' },
  { options: ['--require', 'oauth-token,orders'], says: '"orders" is none of oauth-token, ' },
  { options: ['--min-exercised', '101%'], says: 'Say a number of musts such as 80' },
  { options: ['--forgive'], says: 'Unknown option --forgive. Use --help.' },
] as const;

for (const { options, says } of wrong) {
  test(`${options.join(' ')} is refused in one sentence with 4`, { tag: '@slow' }, async () => {
    const refused = await gate(await documentOf({}), ...options);

    expect(refused).toMatchObject({ code: 4, stdout: '' });
    expect(refused.stderr).toContain(says);
    expect(refused.stderr.trim()).not.toContain('\n');
  });
}

test('a file that is missing or is no result is refused in one sentence with 4', {
  tag: '@long',
}, async () => {
  const nowhere = await runCommand('gate', ['/nowhere.json']);
  const other = await gate({ verdict: 'CONFORMANT' });

  expect(nowhere).toMatchObject({
    code: 4,
    stdout: '',
    stderr: expect.stringMatching(/^\/nowhere\.json cannot .*\n$/),
  });
  expect(other).toMatchObject({
    code: 4,
    stdout: '',
    stderr: expect.stringMatching(/^.* must have required property .*\n$/),
  });
});
