import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { markdownTable } from 'markdown-table';
import writeFileAtomic from 'write-file-atomic';
import type { Outcome } from '../../suite/results/outcome.ts';
import { judgedRows } from '../../suite/results/verdict.ts';
import { print } from '../../suite/run/process/output.ts';
import { calendar } from './calendar.ts';
import { type Rehearsed, rehearse } from './rehearse.ts';
import { startTracker } from './servers.ts';

/** The rehearsal of nights. */
export function define(command: Command): void {
  command
    .argument('[nights]', 'how many nights of the calendar', nightsIn, calendar.length)
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

function nightsIn(text: string): number {
  const nights = Number(text);
  if (Number.isInteger(nights) && nights >= 1 && nights <= calendar.length) return nights;
  throw new InvalidArgumentError(`Say a whole number from 1 to ${calendar.length}.`);
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

/** The text of docs/rehearsal.md. */
function page(nights: readonly Rehearsed[]): string {
  return `# Rehearsal

What the nightly would have said, opened and spent in ${nights.length} nights against the embedded provider, by a calendar of builds, faults,
bad moments, outages, slow days, missing states and used-up budgets ([cli/nights/calendar.json](../cli/nights/calendar.json)).
Each night is a whole run with \`DEPTH=smoke\`, \`CONFIRM=1\` and \`PER=week\`; the budgets let one run a week create all that it wants,
so that most nights prove a part alone and the week has the whole. Spent is what was created: preferences + test users +
agreements. The calendar says what is wanted of the issue of the target; where a night does otherwise the command fails.

    npm run conformance -- nights 30             # prints the table
    npm run conformance -- nights 30 --page      # writes this page

${table(nights)}
`;
}

const head = [
  'night',
  'what happens',
  'build',
  'verdict',
  'musts',
  'failed',
  'unstable',
  'over the week',
  'issue',
  'spent',
];

/** What the nights would have said, opened and spent, a row each. */
export function table(nights: readonly Rehearsed[]): string {
  return markdownTable([head, ...nights.map(cells)], { alignDelimiters: false });
}

function cells({ night, started, document, issue, created }: Rehearsed): string[] {
  const { must } = document.counts;
  const ids = (word: Outcome) =>
    judgedRows(document.requirements)
      .filter(({ outcome, level }) => outcome === word && level !== 'question')
      .map(({ id }) => id)
      .join(' ');
  const all = Object.values(must).reduce((sum, count) => sum + count, 0);
  return [
    started.slice(0, 10),
    night.what,
    night.build,
    document.unreachable === null ? document.verdict : `${document.verdict}, outage`,
    `${must.passed} of ${all}`,
    ids('failed'),
    ids('unstable'),
    document.window?.words ?? '',
    doneWith(issue),
    ['checkout-preferences', 'test-users', 'wallet-agreements'].map((name) => created[name] ?? 0).join(' + '),
  ];
}

/** `opened`, `updated`, `closed`, `left open`; nothing where there is no issue. */
export function doneWith(issue: string): string {
  const [, word = ''] = /^(Opened|Updated|Closed|Left open)\b/.exec(issue) ?? [];
  return word.toLowerCase();
}
