import { readFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { readSettings } from '../../suite/run/settings.ts';
import { register } from '../../tests/register.ts';
import { rehearse } from '../plan/rehearse.ts';
import { coverage } from './coverage.ts';
import { envExample } from './env-example.ts';
import { listTests } from './listed-tests.ts';
import { withStatesTable } from './states-table.ts';

// Writes what is derived from the code: .env.example and docs/coverage.md; with --states, which takes a run of the suite
// against the embedded provider, the table of provider states in docs/targets.md too.
await writeFileAtomic('.env.example', envExample());
await writeFileAtomic('docs/coverage.md', coverage(register, await listTests()));
if (process.argv.includes('--states')) {
  const { document } = await rehearse(readSettings({}), []);
  const page = await readFile('docs/targets.md', 'utf8');
  await writeFileAtomic('docs/targets.md', withStatesTable(page, document.states));
}
