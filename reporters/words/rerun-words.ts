import type { Conformance } from '#results/document';
import type { RequirementOutcome } from '#results/verdict';
import { PROGRAM } from '#run/process/program';

/** The command that runs the tests of requirements of one operation again, against the same target, to paste in a shell. */
export function rerunCommand(
  rows: readonly Pick<RequirementOutcome, 'id' | 'endpoint'>[],
  { seed, settings, decision, replay, selection: { argv } }: Rerun,
): string {
  const variables = Object.entries({ ...settings, SEED: String(seed) }).map(
    ([name, value]) => `${name}=${value === '' ? `"$${name}"` : shellWord(value)}`,
  );
  if (decision.subject === 'client') return [PROGRAM, ...clientWords(rows, argv)].join(' ');
  const ids = rows.map(({ id }) => `@${id}`);
  const projects = [...new Set(rows.map(({ endpoint }) => `--project=${endpoint}`))];
  const selection = [...projects, '--grep', ids.length === 1 ? ids[0] : shellWord(ids.join('|'))];
  if (replay) return [PROGRAM, 'replay', shellWord(replay.file), ...selection].join(' ');
  return [...variables, PROGRAM, ...selection].join(' ');
}

interface Rerun extends Pick<Conformance, 'seed' | 'settings' | 'replay'> {
  readonly decision: Pick<Conformance['decision'], 'subject'>;
  readonly selection: Pick<Conformance['selection'], 'argv'>;
}

/** The scenarios of requirements alone, with the same command. */
function clientWords(rows: readonly Pick<RequirementOutcome, 'id'>[], argv: readonly string[]): string[] {
  const [name = 'client', ...rest] = argv.filter(
    (word, index) => word !== '--only' && argv[index - 1] !== '--only',
  );
  return [name, '--only', rows.map(({ id }) => id).join(','), ...rest.map(shellWord)];
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
