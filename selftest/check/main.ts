import { readFileSync, writeFileSync } from 'node:fs';
import { findQuestionComments } from './comments.ts';
import { measureCheckout, type Sizes } from './measure.ts';

// Fails when the program has grown past budgets.json or a doc comment begins with a question word: a part of `npm run check`.
// With --record the file takes the sizes of today, which may only shrink.
const file = 'selftest/check/budgets.json';
const sizes = Object.entries(measureCheckout());
const budgets: Partial<Sizes> = JSON.parse(readFileSync(file, 'utf8'));
const budgetOf = new Map(Object.entries(budgets));

const exceeded = sizes
  .filter(([name, size]) => size > (budgetOf.get(name) ?? Number.POSITIVE_INFINITY))
  .map(([name, size]) => `${name} is ${size}. Expected at most ${budgetOf.get(name)} (${file}): remove something.`);
const comments = findQuestionComments().map((place) => `${place}. Begin the doc comment with a verb, such as Returns.`);

for (const line of [...exceeded, ...comments]) console.error(line);
if (exceeded.length > 0 || comments.length > 0) process.exitCode = 1;
else if (process.argv.includes('--record'))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sizes), null, 2)}\n`);
