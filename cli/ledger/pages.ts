import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { register } from '#api/register';
import { answerMatrix } from '#reporters/html/answer-matrix';
import type { Conformance } from '#results/document';
import { type Ledger, readAnswersIn, readLedgerFile } from '#results/ledger/answers';
import { settings } from '#run/context';
import { readJsonFile } from '#run/json-file';

/** Writes reports/matrix.html, what each target does where the reference is silent; says where it is. */
export async function matrix(places: readonly string[]): Promise<string> {
  const ledgers = places.flatMap(ledgersIn);
  const file = path.join(settings().REPORTS_DIR, 'matrix.html');
  await writeFileAtomic(file, answerMatrix(ledgers, register, settings().REPORT_LANGUAGE));
  return `Written: ${file}, from the answers of ${ledgers.map(({ target }) => target).join(', ')}`;
}

/** The answers in a folder of reports, the ledgers in a folder of those, or the ledger of a file. */
function ledgersIn(place: string): Ledger[] {
  if (!existsSync(place))
    throw new Error(`${place} does not exist. Use a folder of reports, a ledger, or a folder of ledgers.`);
  if (statSync(place).isFile()) return [readLedgerFile(place)];
  if (existsSync(path.join(place, 'answers.json'))) return [runIn(place)];
  const names = readdirSync(place).filter((name) => name.endsWith('.json'));
  if (names.length === 0)
    throw new Error(
      `${place} has no answers.json and no ledger. Use a folder of reports, a ledger, or a folder of ledgers.`,
    );
  return names.map((name) => readLedgerFile(path.join(place, name)));
}

/** Returns the answers of a run under a name that tells it from other runs of its target. */
function runIn(folder: string): Ledger {
  const { complete: _, ...answers } = readAnswersIn(folder);
  const { started, product } = readJsonFile<RunDetails>(path.join(folder, 'conformance.json'), details).value;
  const build = product.build === '' ? '' : ` build ${product.build}`;
  return { ...answers, target: `${answers.target} ${started.slice(0, 10)}${build}` };
}

type RunDetails = Pick<Conformance, 'started'> & { readonly product: Pick<Conformance['product'], 'build'> };

const details = {
  type: 'object',
  properties: {
    started: { type: 'string' },
    product: { type: 'object', properties: { build: { type: 'string' } }, required: ['build'] },
  },
  required: ['started', 'product'],
};
