import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const questionWord = /\/\*\*\s*(?:\*\s*)?(What|Whether|Where|How|Why|Of|That|When|Which)\b/g;

/** Returns `file:line: word` for each doc comment that begins with a question word instead of a verb. */
export function findQuestionComments(): string[] {
  const files = execFileSync('git', ['ls-files', '*.ts'], { encoding: 'utf8' }).split('\n');
  return files.filter((file) => file !== '' && existsSync(file)).flatMap(findInFile);
}

function findInFile(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(questionWord)].map(
    ({ index, 1: word }) => `${file}:${text.slice(0, index).split('\n').length}: ${word}`,
  );
}
