import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import writeFileAtomic from 'write-file-atomic';
import { preferenceCounts } from '../../factories/preferences/counts.ts';
import { readSettings } from '../../suite/run/settings/settings.ts';
import { register } from '../../tests/register.ts';
import { rehearse } from '../plan/rehearse.ts';
import { coverage } from './coverage.ts';
import { envExample } from './env-example.ts';
import { listAtEachDepth } from './listed-tests.ts';
import { withStatesTable } from './states-table.ts';
import { wantedText } from './wanted.ts';

/** The pages: .env.example, docs/coverage.md, factories/preferences/counts.json and tests/wanted.json; with --states the table of provider states in docs/targets.md too. */
export function define(command: Command): void {
  command
    .option('--states', 'the table of provider states too, which takes a run against the embedded provider')
    .action(write);
}

async function write({ states = false }: { readonly states?: boolean }): Promise<void> {
  await writeFileAtomic('.env.example', envExample());
  await writeFileAtomic(
    'factories/preferences/counts.json',
    `${JSON.stringify(preferenceCounts(), null, 2)}\n`,
  );
  const listed = await listAtEachDepth();
  await writeFileAtomic('docs/coverage.md', coverage(register, listed.standard));
  await writeFileAtomic('tests/wanted.json', wantedText(listed));
  if (states) {
    const { document } = await rehearse(readSettings({}), []);
    const page = await readFile('docs/targets.md', 'utf8');
    await writeFileAtomic('docs/targets.md', withStatesTable(page, document.states));
  }
}
