import type { Conformance } from '../../suite/results/document.ts';
import type { RequirementOutcome } from '../../suite/results/verdict.ts';
import { PROGRAM } from '../../suite/run/process/program.ts';

/** The command that runs the tests of requirements of one operation again, against the same target, to paste in a shell. */
export function rerunCommand(
  rows: readonly Pick<RequirementOutcome, 'id' | 'endpoint'>[],
  { seed, settings }: Pick<Conformance, 'seed' | 'settings'>,
): string {
  const variables = Object.entries({ ...settings, SEED: String(seed) }).map(
    ([name, value]) => `${name}=${value === '' ? `"$${name}"` : shellWord(value)}`,
  );
  const ids = rows.map(({ id }) => `@${id}`);
  const projects = [...new Set(rows.map(({ endpoint }) => `--project=${endpoint}`))];
  const selection = [...projects, '--grep', ids.length === 1 ? ids[0] : shellWord(ids.join('|'))];
  return [...variables, PROGRAM, ...selection].join(' ');
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
