import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { answerMatrix } from '../../reporters/html/maps/answer-matrix.ts';
import { type Ledger, readAnswersIn, readLedgerFile } from '../../suite/results/ledger/answers.ts';
import { settings } from '../../suite/run/context.ts';
import { register } from '../../tests/register.ts';

/** Writes reports/matrix.html, what each target does where the reference is silent; says where it is. */
export async function matrix(places: readonly string[]): Promise<string> {
  const ledgers = places.flatMap(ledgersIn);
  const file = path.join(settings().REPORTS_DIR, 'matrix.html');
  await writeFileAtomic(file, answerMatrix(ledgers, register));
  return `Written: ${file}, from the answers of ${ledgers.map(({ target }) => target).join(', ')}`;
}

/** The answers in a folder of reports, the ledgers in a folder of those, or the ledger of a file. */
function ledgersIn(place: string): Ledger[] {
  if (!existsSync(place))
    throw new Error(`${place} is not there: name reports, a ledger, or a folder of ledgers.`);
  if (statSync(place).isFile()) return [readLedgerFile(place)];
  if (existsSync(path.join(place, 'answers.json'))) return [readAnswersIn(place)];
  const names = readdirSync(place).filter((name) => name.endsWith('.json'));
  if (names.length === 0)
    throw new Error(`${place} holds no answers.json and no ledger: run the suite there first.`);
  return names.map((name) => readLedgerFile(path.join(place, name)));
}
