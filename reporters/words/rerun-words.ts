import type { Conformance } from '#results/document';
import type { RequirementOutcome } from '#results/verdict';
import { PROGRAM } from '#run/process/program';

/** Returns the command that runs the tests of requirements of one operation again, to paste in a shell. */
export function rerunCommand(
  rows: readonly Pick<RequirementOutcome, 'id' | 'endpoint'>[],
  { seed, settings, decision, replay, selection: { argv } }: Rerun,
): string {
  if (decision.subject === 'client') return [PROGRAM, ...clientWords(rows, argv)].join(' ');
  const ids = rows.map(({ id }) => `@${id}`);
  const projects = [...new Set(rows.map(({ endpoint }) => `--project=${endpoint}`))];
  const selection = [...projects, '--grep', ids.length === 1 ? ids[0] : shellWord(ids.join('|'))];
  if (replay) return [PROGRAM, 'replay', shellWord(replay.file), ...selection].join(' ');
  return [...variablesOf({ ...settings, SEED: String(seed) }), PROGRAM, ...selection].join(' ');
}

/** Returns the command that runs everything again, against the same target. */
export function runCommand({ settings, decision, replay, selection: { argv } }: Rerun): string {
  if (decision.subject === 'client') return [PROGRAM, ...argv.map(shellWord)].join(' ');
  const words = replay ? ['replay', shellWord(replay.file)] : [];
  const command = [...(replay ? [] : variablesOf(settings)), PROGRAM, ...words].join(' ');
  return command.replace(/ --$/, '');
}

function variablesOf(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).map(([name, value]) => `${name}=${value === '' ? `"$${name}"` : shellWord(value)}`);
}

interface Rerun extends Pick<Conformance, 'seed' | 'settings' | 'replay'> {
  readonly decision: Pick<Conformance['decision'], 'subject'>;
  readonly selection: Pick<Conformance['selection'], 'argv'>;
}

/** Returns the same command, limited to the scenarios of these requirements. */
function clientWords(rows: readonly Pick<RequirementOutcome, 'id'>[], argv: readonly string[]): string[] {
  const [name = 'client', ...rest] = argv.filter((word, index) => word !== '--only' && argv[index - 1] !== '--only');
  return [name, '--only', rows.map(({ id }) => id).join(','), ...rest.map(shellWord)];
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
