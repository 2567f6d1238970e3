import { markdownTable } from 'markdown-table';
import type { Found } from './hunt.ts';
import type { Program } from './programs.ts';
import { verdictOn } from './survivors.ts';
import type { Kind } from './verdict.ts';

/** Describes what came of the mutants of one program. */
export interface Hunted extends Found {
  readonly program: Program;
  /** Counts how many of its mutants any test reaches. */
  readonly reached: number;
}

const kinds: readonly Kind[] = ['equivalent', 'silent', 'missed'];

/** Returns what docs/faults.md says of the mutants. */
export function mutantsPage(hunted: readonly Hunted[]): string {
  const rows = hunted.map((one) => [
    one.program.name,
    one.program.mutants.length,
    one.reached,
    one.dead.length + one.noticed.length + one.survivors.length,
    one.dead.length,
    one.noticed.length,
    ...kinds.map((kind) => of(one, kind).length),
    unclassed(one).length,
  ]);
  const missed = hunted.flatMap((one) => of(one, 'missed'));
  return [
    'Changes that nobody chose: Stryker mutates the sources of both providers, a sample of the mutants that a test reaches is drawn by their text, and each is served and held to the tests that reach it. A survivor is equivalent, or the reference does not say, or a test is missing.',
    table([
      ['provider', 'mutants', 'reached', 'sampled', 'do not start', 'noticed', ...kinds, 'not looked at'],
      ...rows.map((row) => row.map(String)),
    ]),
    ...(missed.length === 0 ? [] : ['Missed:', table([['mutant', 'why'], ...missed])]),
  ].join('\n\n');
}

/** The survivors that nobody has looked at. */
export function unclassed({ survivors }: Found): string[] {
  return survivors.map(({ key }) => key).filter((key) => verdictOn(key) === undefined);
}

function of({ survivors }: Found, kind: Kind): [string, string][] {
  return survivors.flatMap(({ key }) => {
    const verdict = verdictOn(key);
    return verdict?.kind === kind ? [[`\`${key.replaceAll('|', '\\|')}\``, verdict.because]] : [];
  });
}

function table(rows: string[][]): string {
  return markdownTable(rows, { alignDelimiters: false });
}
