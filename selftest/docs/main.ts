import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import writeFileAtomic from 'write-file-atomic';
import { sets } from '#api/sets';
import { rehearse } from '#cli/plan/rehearse';
import { preferenceCounts } from '#factories/preferences/counts';
import { readSettings } from '#run/settings/settings';
import { register } from '#tests/register';
import { coverage } from './coverage.ts';
import { envExample } from './env-example.ts';
import { listAtEachDepth, wantedText } from './listed-tests.ts';
import { setsText } from './sets-text.ts';
import { withStatesTable } from './states-table.ts';

// `npm run docs` writes .env.example, docs/coverage.md, factories/preferences/counts.json and tests/wanted.json.
// --states adds the table of provider states in docs/targets.md, which takes a run against the embedded provider.
// --release 0.2 records the requirements as the set of that package version and writes nothing else.

const { values } = parseArgs({
  options: {
    states: { type: 'boolean' },
    release: { type: 'string' },
  },
});

if (values.release === undefined) await writePages();
else await writeFileAtomic('src/api/sets.json', setsText(sets, values.release));

async function writePages(): Promise<void> {
  await writeFileAtomic('.env.example', envExample());
  await writeFileAtomic(
    'factories/preferences/counts.json',
    `${JSON.stringify(preferenceCounts(), null, 2)}\n`,
  );
  const listed = await listAtEachDepth();
  await writeFileAtomic('docs/coverage.md', coverage(register, listed.standard));
  await writeFileAtomic('tests/wanted.json', wantedText(listed));
  if (!values.states) return;
  const { document } = await rehearse(readSettings({}), []);
  const page = await readFile('docs/targets.md', 'utf8');
  await writeFileAtomic('docs/targets.md', withStatesTable(page, document.states));
}
