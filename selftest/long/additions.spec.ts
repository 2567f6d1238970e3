import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { long, ownFolder, runProgram } from '../tools/fixtures.ts';
/** The edits that add a field, a requirement with its fault, and an industry. */
import additions from './additions.json' with { type: 'json' };

/** Copies the checkout to a folder of its own, which has the same packages. */
function copyCheckout(): string {
  const folder = ownFolder('checkout');
  for (const file of execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n'))
    cpSync(file, path.join(folder, file));
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

test('additions as CONTRIBUTING.md says leave the checks green, and the new fault is noticed', () => {
  test.setTimeout(900_000); // a compilation, two runs of tests and the servers of every fault
  const folder = copyCheckout();
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
    expect(status, `${stdout}${stderr}`).toBe(0);
    return stdout;
  };
  for (const [file = '', before = '', after = ''] of additions) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    expect(text).toContain(before);
    const changed = text.replace(before, () => after);
    writeFileSync(path.join(folder, file), changed);
  }
  cpSync('selftest/long/added.spec.txt', path.join(folder, 'tests/test-users/added.spec.ts'));

  run('node_modules/.bin/tsc');
  run('npm', 'run', 'docs');
  run('node_modules/.bin/playwright', 'test', '-c', 'selftest', 'selftest/tests/', 'selftest/factories/');
  expect(run('npm', 'run', 'faults', '--', '--grep', '@USR-99')).toContain('1 of 1 faults noticed');
});

test('a run has the tests as they are now, also if two begin together or one has a mistake', long, async () => {
  const folder = copyCheckout();
  const file = path.join(folder, 'tests/instore-orders/rejections.spec.ts');
  const text = readFileSync(file, 'utf8');
  const list = () => runProgram('npm', ['run', '-s', 'conformance', '--', '--list', '--grep', '@ORD-10'], {}, folder);
  for (const [title, says] of Object.entries({ marks: 'of marks', signs: 'of signs', "' +* '": '0 tests' })) {
    writeFileSync(file, text.replaceAll('of letters', `of ${title}`));
    for (const { stdout } of await Promise.all([list(), list()])) expect(stdout).toContain(says);
  }
  expect(readdirSync(folder).filter((name) => name.startsWith('dist-'))).toEqual([]);
});
