import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { layered, settingFiles } from '../../suite/run/process/sources.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { runCommand } from '../tools/run-command.ts';

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = ownFolder('config');
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

for (const [name, text] of Object.entries({
  'conformance.config.json':
    '{ "TARGET": "staging", "STRICT": true, "SEED": 7, "WITHOUT": ["logic", "state"] }',
  'conformance.config.ts':
    "const seed: number = 7;\nexport default { TARGET: 'staging', STRICT: true, SEED: seed, WITHOUT: ['logic', 'state'] };\n",
})) {
  test(`${name} holds settings, and .env is stronger`, () => {
    const sources = settingFiles(folderOf({ [name]: text, '.env': 'SEED=8\n' }));

    expect(sources.map((source) => source.name)).toEqual([name, '.env']);
    expect(layered(sources)).toEqual({ TARGET: 'staging', STRICT: '1', SEED: '8', WITHOUT: 'logic,state' });
  });
}

for (const { text, says } of [
  {
    text: '{ "BASEURL": "x" }',
    says: 'conformance.config.json: BASEURL is no variable of the suite: set BASE_URL',
  },
  { text: '{ "COLOUR": 1 }', says: 'conformance.config.json: COLOUR is no setting of the suite' },
  { text: '{ "SEED": null }', says: 'SEED in conformance.config.json is null: write a text, a number' },
  { text: '[]', says: 'conformance.config.json holds no object' },
  { text: '{', says: 'conformance.config.json cannot be read' },
]) {
  test(`a configuration of ${text} is refused in one sentence`, () => {
    expect(() => settingFiles(folderOf({ 'conformance.config.json': text }))).toThrow(says);
  });
}

test('config prints each setting with where it stands, and no secret', async () => {
  const { code, stdout } = await runCommand(
    'config',
    ['--strict', '--states-url=http://127.0.0.1:1/_states'],
    {
      TARGET: 'staging',
      STRICT: '0',
      STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN: 'a-very-secret-token',
      STATE_AN_ACCESS_TOKEN__USER_ID: '7',
    },
  );

  expect(code).toBe(0);
  for (const line of [
    /^TARGET=staging +# environment$/m,
    /^STRICT=1 +# command line$/m,
    /^PROVIDER_STATES_URL=http:\/\/127\.0\.0\.1:1\/_states +# command line$/m,
    /^REQUEST_TIMEOUT=10 +# usual$/m,
    /^STATE_AN_ACCESS_TOKEN__USER_ID=7 +# environment$/m,
    /^STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN=\(a secret\) +# environment$/m,
  ])
    expect(stdout).toMatch(line);
  expect(stdout).not.toContain('a-very-secret');
});
