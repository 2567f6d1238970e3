import Table from 'cli-table3';
import type { Command } from 'commander';
import { type RunRecord, readHistory } from '#results/history/history';
import { type Since, sinceWhen } from '#results/history/over-nights';
import { settings } from '#run/context';
import { print } from '#run/process/output';

/** Since which night and build each broken requirement is, from the history. */
export function define(command: Command): void {
  command
    .argument('[ids...]', 'requirements; nothing: all that the last run found broken')
    .option('--history <file>', 'a file of runs. Nothing: HISTORY, or history.jsonl in REPORTS_DIR')
    .action((ids: string[], { history }: { readonly history?: string }) => {
      const all = readHistory(history);
      const target = settings().TARGET || all.at(-1)?.target;
      const runs = all.filter((run) => run.target === target);
      const last = runs.at(-1);
      if (!last)
        throw new Error(`The history has no run${target ? ` of ${target}` : ''}: run first, or say --history FILE.`);
      const rows = sinceWhen(runs).filter(({ id }) => ids.length === 0 || ids.includes(id));
      print(rows.length === 0 ? `Nothing of that is broken in ${nightOf(last)}.` : table(rows));
    });
}

function table(rows: readonly Since[]): string {
  const grid = new Table({ head: ['', '', 'first broken', 'last passed'], style: { head: [], border: [] } });
  for (const { id, outcome, first, passed } of rows)
    grid.push([id, outcome, nightOf(first), passed ? nightOf(passed) : 'never']);
  return grid.toString();
}

function nightOf({ started, build, run }: RunRecord): string {
  return `${started.slice(0, 10)} run ${run}${build === '' ? '' : ` build ${build}`}`;
}
