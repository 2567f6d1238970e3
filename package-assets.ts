import { cpSync } from 'node:fs';
import { home } from './suite/run/process/program.ts';

// Puts what is no TypeScript beside what the compiler made, at the same places: a part of `npm pack`.
for (const folder of ['schemas', 'factories', 'suite', 'reporters', 'cli', 'tests', 'sdk', 'states'])
  cpSync(`${home}${folder}`, `${home}dist/${folder}`, {
    recursive: true,
    filter: (file) => !/\.m?ts$/.test(file),
  });
cpSync(`${home}allurerc.mjs`, `${home}dist/allurerc.mjs`);
