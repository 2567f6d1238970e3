import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { endpoints } from '#api/operations';
import { comparisonLines } from '#reporters/words/drift-words';
import schema from '#results/conformance.schema.json' with { type: 'json' };
import type { Conformance } from '#results/document';
import { acceptRun, compareLedgers } from '#results/ledger/comparison';
import { getLedgerFile, getResponses, readLedger, toLedgerText } from '#results/ledger/responses';
import { writeWholeFile } from '#run/file';
import { readJsonFile } from '#run/json-file';
import { print } from '#run/process/output';
import { PROGRAM } from '#run/process/program';
import type { Settings } from '#run/settings/settings';
import { withRun } from './setting-options.ts';

/** Defines the commands for ledgers. */
export function define(ledger: Command): void {
  ledger
    .command('accept')
    .description('Copy the responses of the last run into the ledger of its target.')
    .action(withRun(async ({ settings }) => print(await accept(settings))));
}

/** Takes the responses of the last run over into its target's ledger; returns what that changes. */
async function accept(settings: Settings): Promise<string> {
  const document = readResult(settings.REPORTS_DIR);
  const unaccepted = ['suite error', 'unfinished', 'interrupted', 'outage', 'replay'];
  const reason = document.decision.reasons.find(({ kind }) => unaccepted.includes(kind))?.words.replace(/\.$/, '');
  if (reason) throw new Error(`Nothing was accepted: ${reason}. Run everything against the target again.`);
  const run = getResponses(document);
  const before = readLedger(settings, run.target);
  const file = getLedgerFile(settings, run.target);
  if (before && before.depth !== run.depth && !endpoints.every((endpoint) => run.complete.includes(endpoint)))
    throw new Error(
      `${file} was accepted at DEPTH=${before.depth} but the last run was partial at DEPTH=${run.depth}. Run everything, or set DEPTH=${before.depth}.`,
    );
  const after = acceptRun(before, run);
  mkdirSync(path.dirname(file), { recursive: true });
  writeWholeFile(file, toLedgerText(after));
  const changes = before ? comparisonLines(compareLedgers(before, after)) : undefined;
  return [`Written: ${file}`, ...(changes?.length === 0 ? ['Nothing changed.'] : (changes ?? []))].join('\n');
}

function readResult(folder: string): Conformance {
  const file = path.join(folder, 'conformance.json');
  if (!existsSync(file)) throw new Error(`${file} does not exist. Run ${PROGRAM} run first, or set REPORTS_DIR.`);
  return readJsonFile<Conformance>(file, schema).value;
}
