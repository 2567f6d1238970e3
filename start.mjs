import compile from './compile.mjs';

// Starts the program of a checkout, compiled: to translate its modules at each start takes two seconds. Its sources run where
// Playwright is to watch or compare them, and where they cannot be compiled: then they say what is wrong.
const needsSources = process.argv.slice(2).some((word) => /^--(?:ui|only-changed)\b/.test(word));

if (!needsSources && isCompiled()) await import('./dist/cli/conformance.js');
else {
  await import('tsx');
  await import('./cli/conformance.ts');
}

function isCompiled() {
  try {
    compile();
    return true;
  } catch {
    return false;
  }
}
