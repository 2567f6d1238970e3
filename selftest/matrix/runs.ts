import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { markdownTable } from 'markdown-table';
import { INDUSTRY, LEVEL, REQUIREMENT } from '#api/covers';
import { getDependencies } from '#api/register';
import { NOTICED, TARGET } from '#assertions/test';
import { findRootCauses } from '#results/root-cause';
import { writeWholeFile } from '#run/file';
import { handleOutputError, toMessage } from '#run/process/output';
import type { NamedTarget } from '#run/settings/target';
import { listCauses } from '#run/skip';
import { prepareRun } from '#run/start';

export type Run = ReturnType<typeof toRun>;

/** Writes the result of each test on each target to RUNS_FILE. */
export default class CollectingReporter implements Reporter {
  private readonly runs: Run[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    this.runs.push(toRun(test, result));
  }

  onError({ message = 'an error without a message' }: TestError): void {
    process.stderr.write(`${message}\n`);
  }

  async onEnd(): Promise<{ status: 'passed' }> {
    await writeFile(process.env.RUNS_FILE ?? '', JSON.stringify(this.runs));
    return { status: 'passed' };
  }

  printsToStdio(): boolean {
    return true;
  }
}

/** Runs the tests over the targets and returns the result of each. */
export async function collect(targets: readonly NamedTarget[], variables: NodeJS.ProcessEnv = {}): Promise<Run[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'runs-'));
  const RUNS_FILE = path.join(folder, 'runs.json');
  const { SEED = '1', RUN_ID = 'matrix' } = process.env;
  const own = { STRICT: '1', SEED, RUN_ID, RUNS_FILE, REPORTS_DIR: path.join(folder, 'reports') };
  const env = prepareRun({ ...variables, ...process.env, ...own }, { targets });
  const command = ['test', '-c', 'selftest/matrix', ...process.argv.slice(2)];
  const child = spawn('node_modules/.bin/playwright', command, { env, stdio: 'inherit' });
  process.exitCode = await new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  if (!existsSync(RUNS_FILE)) process.exit(); // Playwright printed its help or what is wrong.
  const runs: Run[] = JSON.parse(await readFile(RUNS_FILE, 'utf8'));
  await rm(folder, { recursive: true });
  return runs;
}

/** Returns the failed tests of one target that are their own root cause. */
export function listOwnFailures(runs: readonly Run[]): Run[] {
  const failed = runs.filter(({ outcome }) => outcome === 'noticed').map((run) => ({ ...run, ids: assertedBy(run) }));
  const causes = findRootCauses(failed, getDependencies);
  return failed.filter((run) => !causes.has(run));
}

/** Returns the requirements of a test without questions. */
export function assertedBy({ requirements, levels }: Run): string[] {
  return requirements.filter((_, index) => levels[index] !== 'question');
}

/** Prints the findings, one per line, and their count; the process fails if there are any, or if nothing passed. */
export function conclude(findings: readonly string[], passed: number): void {
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  process.stdout.write(`${passed} passed, ${findings.length} failed\n`);
  process.exitCode = findings.length === 0 && passed > 0 ? 0 : 1;
}

/** Returns a table in Markdown whose cells are as wide as their texts. */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return markdownTable([head, ...rows], { alignDelimiters: false });
}

/** Writes the findings of a command between its marks in a page. */
export async function writeSection(command: string, text: string, page = 'docs/faults.md'): Promise<void> {
  const marks = [`<!-- made by ${command} -->`, `<!-- end of ${command} -->`] as const;
  const [before, rest] = (await readFile(page, 'utf8')).split(marks[0]);
  const [, after] = rest?.split(marks[1]) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(`${page} has no place for what ${command} makes: put ${marks.join(' and ')} there.`);
  writeWholeFile(page, `${before}${marks[0]}\n\n${text.trim()}\n\n${marks[1]}${after}`);
}

function toRun(test: TestCase, result: TestResult) {
  const described = (type: string) =>
    test.annotations.filter((row) => row.type === type).map(({ description = '' }) => description);
  const [target = ''] = described(TARGET);
  const requirements = described(REQUIREMENT);
  const note = result.annotations.find(({ type }) => type === NOTICED || type === 'skip');
  return {
    target,
    test: [requirements.join(' '), test.title.replace(` [${target}]`, '')].join(': '),
    requirements,
    levels: described(LEVEL),
    outcome: note === undefined ? 'passed' : note.type === NOTICED ? 'noticed' : 'skipped',
    reason: note?.description ?? '',
    seconds: result.duration / 1000,
    industry: described(INDUSTRY)[0],
    exchanges: listCauses(result.annotations).flatMap((cause) => (cause.kind === 'breach' ? cause.exchanges : [])),
  } as const;
}

/** Returns what a check of the command line returns; prints one line and ends the process if it throws. */
export function endIfWrong<T>(check: () => T, usage = ''): T {
  try {
    return check();
  } catch (error) {
    process.stderr.write(`${toMessage(error)}${usage}\n`);
    process.exit(1);
  }
}

/** Reads the options of a script. */
export function readOptions<const T extends NonNullable<ParseArgsConfig['options']>>(options: T, usage: string) {
  handleOutputError(() => process.exit(1));
  return endIfWrong(() => parseArgs({ options }).values, `. Use: ${usage}.`);
}
