import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { register } from '#api/register';
import { writeWholeFile } from '#run/file';
import { readOptions } from '../matrix/runs.ts';
import { runSuite } from '../tools/fixtures.ts';
import { expectedText, listAtEachDepth, withTestCounts } from './listed-tests.ts';
import { coverage, envExample, preferenceCounts, singleUse, toRanges, withStatesTable } from './pages.ts';

// `npm run docs` writes .env.example, docs/coverage.md, preferences/counts.json, requirements/test-counts.json and README's counts.
// --states runs the suite and adds requirements/states.json, single-use.json and the column "used by" in docs/provider-states.md.

const { states } = readOptions({ states: { type: 'boolean' } }, 'npm run docs -- [--states]');

writeWholeFile('.env.example', envExample());
writeWholeFile('factories/preferences/counts.json', `${JSON.stringify(preferenceCounts(), null, 2)}\n`);
const listed = await listAtEachDepth();
writeWholeFile('docs/coverage.md', coverage(register, listed.standard));
writeWholeFile('requirements/test-counts.json', expectedText(listed));
writeWholeFile('README.md', withTestCounts(await readFile('README.md', 'utf8'), listed.standard));
if (states) {
  const { reports, document } = await runSuite({ HAR: '1' });
  const recording = JSON.parse(await readFile(path.join(reports, 'exchanges.har'), 'utf8'));
  const page = await readFile('docs/provider-states.md', 'utf8');
  writeWholeFile('docs/provider-states.md', withStatesTable(page, document().states));
  writeWholeFile('requirements/states.json', `${JSON.stringify(toRanges(document().states), null, 2)}\n`);
  const counts = singleUse(recording, listed.standard);
  writeWholeFile('requirements/single-use.json', `${JSON.stringify(counts, null, 2)}\n`);
}
