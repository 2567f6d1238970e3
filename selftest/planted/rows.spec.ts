import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { planted } from './rows.ts';

test('each planted fault stands on a text that its module has once, and names a self-test that there is', () => {
  const specs = readdirSync('selftest', { recursive: true, encoding: 'utf8' }).map((name) => `/${name}`);
  const isOnce = (module: string, sound: string) =>
    existsSync(module) && readFileSync(module, 'utf8').split(sound).length === 2;

  const stale = planted.filter(
    ({ module, sound, noticedBy }) =>
      !isOnce(module, sound) || !specs.some((name) => name.includes(`/${noticedBy}`)),
  );

  expect(stale, 'selftest/planted/rows.ts: give each of these what its module has now').toEqual([]);
});
