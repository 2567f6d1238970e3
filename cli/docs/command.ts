import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import type { Command } from 'commander';
import writeFileAtomic from 'write-file-atomic';
import { preferenceCounts } from '../../factories/preferences/counts.ts';
import { type Sets, sets } from '../../suite/core/sets.ts';
import { type State, states, usedUp, variableOf } from '../../suite/core/states.ts';
import { environment } from '../../suite/run/context.ts';
import { startPlaywright } from '../../suite/run/process/playwright.ts';
import { readSettings, table } from '../../suite/run/settings/settings.ts';
import { clientRegister } from '../../tests/client/register.ts';
import { register } from '../../tests/register.ts';
import { rehearse } from '../plan/rehearse.ts';
import { coverage } from './coverage.ts';
import { listAtEachDepth, wantedText } from './listed-tests.ts';
import { withStatesTable } from './states-table.ts';
import { troubleshooting } from './troubleshooting.ts';

/**
 * The pages: .env.example, docs/coverage.md, factories/preferences/counts.json and tests/wanted.json; with --states the
 * table of provider states in docs/targets.md too, with --typed docs/troubleshooting.md,
 * with --picture docs/report.png.
 */
export function define(command: Command): void {
  command
    .option('--states', 'the table of provider states too, which takes a run against the embedded provider')
    .option('--typed', 'what is said to whoever types something wrong too, for which each line is typed')
    .option('--picture <chromium>', 'the picture of a report too, which the browser at this path takes')
    .option(
      '--release <set>',
      'freeze the rows that there are as a set, such as 2026-11; new rows are provisional then',
    )
    .option('--leave-out <ids>', 'with --release: rows that count no longer, between commas')
    .action(write);
}

interface Options {
  readonly states?: boolean;
  readonly typed?: boolean;
  readonly picture?: string;
  readonly release?: string;
  readonly leaveOut?: string;
}

async function write(options: Options): Promise<void> {
  const { states = false, typed = false, picture: browser, release, leaveOut = '' } = options;
  if (!existsSync('cli/docs'))
    throw new Error(
      'docs renews the pages of a checkout of the suite, and this folder is none: run it there.',
    );
  if (release !== undefined) return freeze(release, leaveOut.split(',').filter(Boolean));
  await writeFileAtomic('.env.example', envExample());
  await writeFileAtomic(
    'factories/preferences/counts.json',
    `${JSON.stringify(preferenceCounts(), null, 2)}\n`,
  );
  const listed = await listAtEachDepth();
  await writeFileAtomic('docs/coverage.md', coverage(register, listed.standard));
  await writeFileAtomic('tests/wanted.json', wantedText(listed));
  if (states) {
    const { document } = await rehearse(readSettings({}), []);
    const page = await readFile('docs/targets.md', 'utf8');
    await writeFileAtomic('docs/targets.md', withStatesTable(page, document.states));
  }
  if (browser) await writeFileAtomic('docs/report.png', await picture(browser));
  if (typed) await writeFileAtomic('docs/troubleshooting.md', await troubleshooting());
}

/** The text of `.env.example`: every variable of a run, then the values of each provider state. */
export function envExample(): string {
  const settings = Object.entries(table).map(
    ([name, row]) => `# ${row.desc}\n#${name}=${shown(row.default)}\n`,
  );
  const values = stateNames().map(
    (state) =>
      `# ${state}${usedUp.has(state) ? ' (used up by the one test that gets it: as many as there are, with commas between)' : ''}\n${states[
        state
      ]
        .map((value) => `#${variableOf(state, value)}=`)
        .join('\n')}\n`,
  );
  return [
    '# Copy to .env and take the # off what you set. See docs/targets.md.\n',
    ...settings,
    '# Provider states, where PROVIDER_STATES_URL is not set. A state is provided when all its values are set.\n',
    ...values,
  ].join('\n');
}

function stateNames(): State[] {
  return Object.keys(states).filter((name): name is State => Object.hasOwn(states, name));
}

function shown(fallback: unknown): string {
  if (typeof fallback === 'boolean') return fallback ? '1' : '0';
  return fallback === 0 || fallback === undefined ? '' : String(fallback);
}

/** What the embedded provider breaks in the run that is shown: a report without a breach shows little. */
const FAULT = 'order-no-number-code';

/** The head of the page of a run in which one thing is broken, as PNG, taken by the browser at this path. */
export async function picture(executablePath: string): Promise<Buffer> {
  const reports = mkdtempSync(path.join(tmpdir(), 'picture-'));
  const run = { ...environment(), REPORTS_DIR: reports, MOCK_FAULT: FAULT, SEED: '1', RUN_ID: 'picture' };
  await once(startPlaywright(['test'], run, 'ignore'), 'close');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ viewport: { width: 1000, height: 620 } });
  await page.goto(pathToFileURL(path.join(reports, 'conformance.html')).href);
  const image = await page.screenshot({ type: 'png' });
  await browser.close();
  rmSync(reports, { recursive: true, force: true });
  return image;
}

const both = [...register, ...clientRegister];

/** Freezes the rows of both registers as a set; throws one sentence where the name is none, or not a new one. */
export async function freeze(name: string, leftOut: readonly string[]): Promise<void> {
  await writeFileAtomic('suite/core/sets.json', setsText(sets, name, leftOut));
}

/** The sets with one more, which later rows are not in. */
export function setsText(all: Sets, name: string, leftOut: readonly string[]): string {
  const last = Object.keys(all).at(-1) ?? '';
  if (!/^\d{4}-\d{2}$/.test(name) || name <= last)
    throw new Error(
      `--release is "${name}": name a year and a month${last && ` after ${last}, which never changes`}, such as 2026-11.`,
    );
  const stranger = leftOut.find((id) => both.every((row) => row.id !== id));
  if (stranger !== undefined)
    throw new Error(`--leave-out names ${stranger}, which is no row of a register.`);
  const rows = both.filter(({ id }) => !leftOut.includes(id)).map(({ id, level }) => [id, level]);
  return `${JSON.stringify({ ...all, [name]: Object.fromEntries(rows) }, null, 2)}\n`;
}
