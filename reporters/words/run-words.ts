import wrapAnsi from 'wrap-ansi';
import type { Conformance } from '#results/document';
import { type Counts, countLevel, type RequirementOutcome } from '#results/verdict';
import { PROGRAM } from '#run/process/program';

/** Returns `93 of 96 passed, 2 failed (1 waived), 1 not exercised (1 inconclusive)`: numbers that add up to all. */
export function describeMusts(counts: Counts['must']): string {
  const part = (count: number, word: string) => (count === 0 ? '' : ` (${count} ${word})`);
  const failed = counts.failed + counts.unstable + counts.waived;
  const open = counts['not exercised'] + counts.inconclusive;
  const all = countLevel(counts);
  return [
    `${all - failed - open} of ${all} passed`,
    `${failed} failed${part(counts.unstable, 'unstable')}${part(counts.waived, 'waived')}`,
    `${open} not exercised${part(counts.inconclusive, 'inconclusive')}`,
  ].join(', ');
}

/** Returns the subject and the seed: `Target embedded at http://…, SEED=7`, or `The client "acme", SEED=7`. */
export function describeSubject({ target: { name, baseUrl }, seed, without, decision }: Conformance): string {
  const place = baseUrl === '' ? '' : ` at ${baseUrl}`;
  const who = decision.subject === 'client' ? `The client "${name}"` : `Target ${name}${place}`;
  return [who, `SEED=${seed}`, ...(without.length > 0 ? [`WITHOUT=${without.join(',')}`] : [])].join(', ');
}

const WIDTH = 80;

/** The variables before the program's name and two words after it stay with it, so that a command is on one line. */
const command = new RegExp(`(?:(?<!\\S)[A-Z_]+=\\S+ ){0,9}${PROGRAM}(?: [\\w.-]+){0,2}`, 'g');

/** Breaks each line that is wider than a terminal and keeps its indent. */
export function wrapLines(text: string): string {
  const lines = text.split('\n');
  return lines.flatMap((line) => (line.length > WIDTH ? wrap(line, /^ */.exec(line)?.[0]) : line)).join('\n');
}

/** Breaks a text into indented lines of a terminal; a word or a command that is too long gets a line of its own. */
export function wrap(text: string, indent = ''): string[] {
  const words = text.replace(command, (whole) => whole.replaceAll(' ', '\u00a0')).split(/[^\S\u00a0]+/);
  const lines = wrapAnsi(words.filter(Boolean).join(' '), WIDTH - indent.length).split('\n');
  return lines.map((line) => `${indent}${line.replaceAll('\u00a0', ' ')}`);
}

type RerunRow = Pick<RequirementOutcome, 'id' | 'endpoint'> & Partial<Pick<RequirementOutcome, 'tests'>>;

const listScenarioIds = ({ id, tests = [] }: RerunRow) => [id, ...tests.flatMap(({ scenarioOf = [] }) => scenarioOf)];

/** Returns the command that runs the tests of requirements of one operation again, to paste in a shell. */
export function rerunCommand(
  rows: readonly RerunRow[],
  { seed, settings, decision, replay, selection: { argv } }: Rerun,
): string {
  if (decision.subject === 'client') return [...getVariables(settings), PROGRAM, ...clientWords(rows, argv)].join(' ');
  const ids = rows.map(({ id }) => `@${id}`);
  const projects = [...new Set(rows.map(({ endpoint }) => `--project=${endpoint}`))];
  const selection = [...projects, '--grep', ids.length === 1 ? ids[0] : shellWord(ids.join('|'))];
  if (replay) return [PROGRAM, 'replay', shellWord(replay.file), ...selection].join(' ');
  return [...getVariables({ ...settings, SEED: String(seed) }), PROGRAM, ...selection].join(' ');
}

/** Returns the command that runs everything again, against the same target. */
export function getRunCommand({ settings, certify, decision, replay, selection: { argv } }: Rerun): string {
  if (replay) return [PROGRAM, 'replay', shellWord(replay.file)].join(' ');
  const words = decision.subject === 'client' ? clientWords([], argv) : [];
  const variables = getVariables({ ...settings, ...(certify && { CERTIFY: '1' }) });
  return [...variables, PROGRAM, ...words].join(' ').replace(/ --$/, '');
}

function getVariables(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).map(([name, value]) => `${name}=${value === '' ? `"$${name}"` : shellWord(value)}`);
}

interface Rerun extends Pick<Conformance, 'seed' | 'settings' | 'certify' | 'replay'> {
  readonly decision: Pick<Conformance['decision'], 'subject'>;
  readonly selection: Pick<Conformance['selection'], 'argv'>;
}

/** Returns the same command, limited to the scenarios of the given requirements; what is observed has none. */
function clientWords(rows: readonly RerunRow[], argv: readonly string[]): string[] {
  const [name = 'client', ...rest] = argv.filter((word, index) => word !== '--only' && argv[index - 1] !== '--only');
  const isWhole = rows.length === 0 || rest.slice(0, rest.indexOf('--')).includes('--observe');
  const only = isWhole ? [] : ['--only', [...new Set(rows.flatMap(listScenarioIds))].join()];
  return [name, ...only, ...rest.map(shellWord)];
}

/** Returns a word as a shell reads it, in quotes if it needs them. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
