import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { groupByKey } from '#api/group-by-key';
import { register } from '#api/register';
import type { RegisteredRequirement } from '#api/requirement';
import { answerMatrix } from '#reporters/html/answer-matrix';
import { answerLines, isCases } from '#reporters/words/answer-words';
import type { Conformance } from '#results/document';
import {
  type Ledger,
  ledgerFile,
  readAnswersIn,
  readLedger,
  readLedgerFile,
  readRunAnswers,
} from '#results/ledger/answers';
import { settings } from '#run/context';
import { readJsonFile } from '#run/json-file';
import { PROGRAM } from '#run/process/program';

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

/** The text of reports/unspecified.md: every silence of the reference, with what a target does there. */
function unspecified(register: readonly RegisteredRequirement[], ledger: Ledger): string {
  const questions = register
    .filter(({ level }) => level === 'question')
    .toSorted((one, other) => one.section.localeCompare(other.section, 'en', { numeric: true }));
  const sections = [...groupByKey(questions, ({ section }) => section)];
  return [
    `# What the reference does not show, and what ${ledger.target} does`,
    'Each heading is a silence of the reference, by section. *Success* is the status that the operation has where it does what it is asked; each operation has a question for it. A refusal has its status and the listed code or label that it carries. Made by `npm run ledger -- report`.',
    ...sections.flatMap(([section, rows]) => [
      `## Section ${section}`,
      ...rows.map((row) => block(`${row.text} (${row.id})`, linesOf(row, ledger))),
    ]),
    '## Seen besides',
    ...Object.entries(ledger.observed).map(([endpoint, facts]) => block(endpoint, answerLines(facts))),
    '',
  ].join('\n\n');
}

function block(heading: string, lines: readonly string[]): string {
  return `### ${heading}\n\n${lines.join('\n')}`;
}

function linesOf({ id, unasked }: RegisteredRequirement, { answers }: Ledger): string[] {
  if (unasked !== undefined) return [`Not asked. ${unasked}`];
  const own = answers[id];
  return own ? answerLines(cases(own)) : ['No answer: it was not asked, or what it needs could not be provided.'];
}

/** Returns what the titles of a question tell apart: the cases that their answers list, where each title has its own. */
function cases(titles: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const [only, ...others] = Object.values(titles);
  if (others.length === 0) return isCases(only) ? only : { '': only };
  const all = Object.values(titles).filter(isCases);
  const names = all.flatMap((answer) => Object.keys(answer));
  const areTold = all.length === others.length + 1 && new Set(names).size === names.length;
  return areTold ? Object.assign({}, ...all) : titles;
}

/** Writes reports/matrix.html, what each target does where the reference is silent; says where it is. */
export async function matrix(places: readonly string[]): Promise<string> {
  const ledgers = places.flatMap(ledgersIn);
  const file = path.join(settings().REPORTS_DIR, 'matrix.html');
  await writeFileAtomic(file, answerMatrix(ledgers, register, settings().REPORT_LANGUAGE));
  return `Written: ${file}, from the answers of ${ledgers.map(({ target }) => target).join(', ')}`;
}

/** The answers in a folder of reports, the ledgers in a folder of those, or the ledger of a file. */
function ledgersIn(place: string): Ledger[] {
  if (!existsSync(place)) throw new Error(`${place} is not there: name reports, a ledger, or a folder of ledgers.`);
  if (statSync(place).isFile()) return [readLedgerFile(place)];
  if (existsSync(path.join(place, 'answers.json'))) return [runIn(place)];
  const names = readdirSync(place).filter((name) => name.endsWith('.json'));
  if (names.length === 0) throw new Error(`${place} holds no answers.json and no ledger: run the suite there first.`);
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
