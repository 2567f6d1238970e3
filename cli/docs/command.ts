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
import { picture } from './picture.ts';
import { freeze } from './release.ts';
import { withStatesTable } from './states-table.ts';
import { troubleshooting } from './troubleshooting.ts';
import { wantedText } from './wanted.ts';

/**
 * The pages: .env.example, docs/coverage.md, factories/preferences/counts.json and tests/wanted.json; with --states the
 * table of provider states in docs/targets.md too, with --typed docs/troubleshooting.md,
 * with --picture docs/report.png.
 */
export function define(command: Command): void {
  command
    .option('--states', 'the table of provider states too, which takes a run against the embedded provider')
    .option('--typed', 'what is said to whoever types something wrong too, for which each line is typed')
    .option('--picture <chromium>', 'the picture of a report too, which the browser at this path takes')
    .option(
      '--release <set>',
      'freeze the rows that there are as a set, such as 2026-11; new rows are provisional then',
    )
    .option('--leave-out <ids>', 'with --release: rows that count no longer, between commas')
    .action(write);
}

interface Options {
  readonly states?: boolean;
  readonly typed?: boolean;
  readonly picture?: string;
  readonly release?: string;
  readonly leaveOut?: string;
}

async function write(options: Options): Promise<void> {
  const { states = false, typed = false, picture: browser, release, leaveOut = '' } = options;
  if (release !== undefined) return freeze(release, leaveOut.split(',').filter(Boolean));
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
  if (browser) await writeFileAtomic('docs/report.png', await picture(browser));
  if (typed) await writeFileAtomic('docs/troubleshooting.md', await troubleshooting());
}
