import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { home } from '#run/process/program';

// Copies all files but TypeScript to the same places next to the compiled ones: a step of `npm pack`.
for (const folder of ['requirements', 'schemas', 'factories', 'src', 'reporters', 'cli', 'tests', 'client'])
  cpSync(`${home}${folder}`, `${home}dist/${folder}`, {
    recursive: true,
    filter: (file) => !/\.m?ts$/.test(file),
  });
cpSync(`${home}allurerc.mjs`, `${home}dist/allurerc.mjs`);

// The compiler copied package.json; what it maps to sources is compiled there.
const manifest = `${home}dist/package.json`;
writeFileSync(manifest, readFileSync(manifest, 'utf8').replaceAll('/*.ts"', '/*.js"'));
