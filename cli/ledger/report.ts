import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { type Ledger, ledgerFile, readLedger, readRunAnswers } from '../../suite/results/ledger/answers.ts';
import { settings } from '../../suite/run/context.ts';
import { PROGRAM } from '../../suite/run/process/program.ts';
import { register } from '../../tests/register.ts';
import { unspecified } from './unspecified.ts';

/** Writes reports/unspecified.md from the ledger of a target or from the answers of the last run; says where it is. */
export async function report(target: string | undefined): Promise<string> {
  const file = path.join(settings().REPORTS_DIR, 'unspecified.md');
  const ledger = target === undefined ? readRunAnswers() : ledgerOf(target);
  await writeFileAtomic(file, unspecified(register, ledger));
  return `Written: ${file}, from the answers of ${ledger.target}`;
}

function ledgerOf(target: string): Ledger {
  const ledger = readLedger(target);
  if (ledger) return ledger;
  throw new Error(
    `${ledgerFile(target)} is not there: TARGET=${target} ${PROGRAM} run, then ${PROGRAM} ledger accept.`,
  );
}
