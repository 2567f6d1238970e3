import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import writeFileAtomic from 'write-file-atomic';
import { count } from '../../suite/results/policy.ts';
import { print } from '../../suite/run/process/output.ts';
import { calendar } from './calendar.ts';
import { page } from './page.ts';
import { type Rehearsed, rehearse } from './rehearse.ts';
import { doneWith, table } from './table.ts';
import { startTracker } from './tracker.ts';

/** The rehearsal of nights. */
export function define(command: Command): void {
  command
    .argument('[nights]', 'how many nights of the calendar', count, calendar.length)
    .option('--page', 'write docs/rehearsal.md, in a checkout of the suite')
    .action(async (nights: number, options: { readonly page?: boolean }) => {
      const rehearsed = await all(nights);
      if (options.page) await writeFileAtomic('docs/rehearsal.md', page(rehearsed));
      else print(table(rehearsed));
      const wrong = rehearsed.filter(({ night, issue }) => doneWith(issue) !== (night.issue ?? ''));
      for (const { night, started, issue } of wrong)
        print(
          `${started.slice(0, 10)}, ${night.what}: wanted ${night.issue ?? 'no issue'}, and said: ${issue}`,
        );
      process.exitCode = wrong.length === 0 ? 0 : 1;
    });
}

async function all(nights: number): Promise<Rehearsed[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nights-'));
  const { tracker, close } = await startTracker();
  const rehearsed: Rehearsed[] = [];
  try {
    for (const [index, night] of calendar.slice(0, nights).entries()) {
      rehearsed.push(await rehearse(night, index, folder, tracker));
      process.stderr.write(`night ${index + 1} of ${nights}: ${rehearsed.at(-1)?.issue}\n`);
    }
    return rehearsed;
  } finally {
    await close();
    rmSync(folder, { recursive: true, force: true });
  }
}
