import { reportersOn } from '../suite/run/process/command-line.ts';
import { moduleFile } from '../suite/run/process/program.ts';

const REDACTING = moduleFile('reporters/redacting');

/** The reporters that write down every step with its error, and a request's error lists its header fields. */
const detailed = ['html', 'blob'];

/**
 * Reporters named on the command line replace all of the configuration's, the redacting one too: refuses those that
 * would then hold secrets, in one sentence that says how to have them.
 */
export function refuseUnredacted(argv: readonly string[]): void {
  const names = reportersOn(argv);
  const isRedacted = names.some((name) => name.includes('redacting'));
  const detail = names.find((name) => detailed.includes(name));
  if (detail !== undefined && !isRedacted)
    throw new Error(
      `--reporter=${detail} would hold secrets: say --reporter=${REDACTING},${names.join(',')}.`,
    );
}
