import compile from './compile.mjs';

// Starts the program of a checkout, compiled; from its sources where Playwright is to watch or compare them.
const needsSources = process.argv.slice(2).some((word) => /^--(?:ui|only-changed)\b/.test(word));

if (!needsSources && compile()) await import('./dist/cli/conformance.js');
else {
  await import('tsx');
  await import('./cli/conformance.ts');
}
