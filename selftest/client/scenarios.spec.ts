import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { readScenarios } from '#client/certification/scenario';
import { runCommand } from '../tools/run-command.ts';

test('a scenario of one’s own is played, and what is left out of the published ones makes a part', {
  tag: '@long',
}, async () => {
  const folder = test.info().outputPath();
  mkdirSync(folder, { recursive: true });
  const scenario = {
    id: 'mine',
    title: 'renews a token',
    operation: 'oauth-token',
    input: {
      grant_type: 'refresh_token',
      client_id: '4711',
      client_secret: 'a-secret-of-mine',
      refresh_token: 'TG-mine-1',
    },
    exercises: ['CTK-05'],
  };
  writeFileSync(path.join(folder, 'mine.json'), JSON.stringify({ scenarios: [scenario] }));
  const words = ['--scenarios', path.join(folder, 'mine.json'), '--', process.execPath, 'client/drivers/node.mjs'];

  const { stdout } = await runCommand('client', words, { REPORTS_DIR: path.join(folder, 'reports') });

  expect(stdout).toContain('Musts: 0 of');
  expect(stdout).toContain('PARTIAL run: 0 of');
  expect(stdout).toContain('only 1 of 2 tests: not all of its scenarios were played');
  expect(stdout).toContain(': INCOMPLETE: ');
});

for (const [what, file, sentence] of [
  ['no JSON', '{', /is no JSON: .* at line 1/],
  [
    'an unknown requirement',
    scenarioFile({ exercises: ['TOK-01'] }),
    /exercises TOK-01, which is no requirement of a client/,
  ],
  [
    'an unknown error',
    scenarioFile({ error: 'oauth-token 418 teapot' }),
    /is answered oauth-token 418 teapot, which is no error/,
  ],
  [
    'a reply that is none',
    scenarioFile({ replies: { 'oauth-token': 'soon' } }),
    /has the replies oauth-token soon. Expected an operation and/,
  ],
] as const) {
  test(`a file of scenarios with ${what} is refused in one sentence`, () => {
    const name = test.info().outputPath('scenarios.json');
    mkdirSync(path.dirname(name), { recursive: true });
    writeFileSync(name, file);

    expect(() => readScenarios(name)).toThrow(sentence);
  });
}

function scenarioFile(changes: object): string {
  const input = { grant_type: 'refresh_token' };
  const row = { id: 'one', title: 'renews a token', operation: 'oauth-token', input, exercises: ['CTK-05'] };
  return JSON.stringify({ scenarios: [{ ...row, ...changes }] });
}
