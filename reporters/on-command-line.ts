import { moduleFile } from '../suite/run/process/program.ts';

const REDACTING = moduleFile('reporters/redacting');

/** The reporters that write down every step with its error, and a request's error lists its header fields. */
const detailed = ['html', 'blob'];

/**
 * Reporters named on the command line replace all of the configuration's, the redacting one too: refuses those that
 * would then hold secrets, in one sentence that says how to have them.
 */
export function refuseUnredacted(argv: readonly string[]): void {
  const names = argv
    .flatMap((word, index) => namesIn(word, argv[index + 1]))
    .flatMap((list) => list.split(','));
  const isRedacted = names.some((name) => name.includes('redacting'));
  const detail = names.find((name) => detailed.includes(name));
  if (detail !== undefined && !isRedacted)
    throw new Error(
      `--reporter=${detail} would hold secrets: say --reporter=${REDACTING},${names.join(',')}.`,
    );
}

function namesIn(word: string, next = ''): string[] {
  if (word === '--reporter') return [next];
  return word.startsWith('--reporter=') ? [word.slice('--reporter='.length)] : [];
}
