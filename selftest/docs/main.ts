import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import writeFileAtomic from 'write-file-atomic';
import { register } from '#api/register';
import { preferenceCounts } from '#factories/preferences/counts';
import { runSuite } from '../tools/runs.ts';
import { listAtEachDepth, wantedText } from './listed-tests.ts';
import { coverage, envExample, toRanges, withStatesTable } from './pages.ts';

// `npm run docs` writes .env.example, docs/coverage.md, preferences/counts.json and requirements/test-counts.json.
// --states runs the suite and adds requirements/states.json and the column "used by" in docs/provider-states.md.

const { values } = parseArgs({ options: { states: { type: 'boolean' } } });

await writeFileAtomic('.env.example', envExample());
await writeFileAtomic('factories/preferences/counts.json', `${JSON.stringify(preferenceCounts(), null, 2)}\n`);
const listed = await listAtEachDepth();
await writeFileAtomic('docs/coverage.md', coverage(register, listed.standard));
await writeFileAtomic('requirements/test-counts.json', wantedText(listed));
if (values.states) {
  const document = (await runSuite({})).document();
  const page = await readFile('docs/provider-states.md', 'utf8');
  await writeFileAtomic('docs/provider-states.md', withStatesTable(page, document.states));
  await writeFileAtomic('requirements/states.json', `${JSON.stringify(toRanges(document.states), null, 2)}\n`);
}
