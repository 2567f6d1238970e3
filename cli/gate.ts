import path from 'node:path';
import type { Command } from 'commander';
import { escapeToLine } from '#api/escape-controls';
import { fixCommands, markdown } from '#reporters/markdown';
import { describeVerdict } from '#results/conditions';
import schema from '#results/conformance.schema.json' with { type: 'json' };
import type { Conformance } from '#results/document';
import { decideGate, exitCodes, type GatePolicy, parseCount, parseEndpoints, parseMinimum } from '#results/gate';
import { historyFile, readHistory } from '#results/history/history';
import { toHistoryRecord } from '#results/history/record';
import { listJudgedRows, type RequirementOutcome } from '#results/verdict';
import { environment } from '#run/context';
import { readJsonFile } from '#run/json-file';
import { print } from '#run/process/command-line';
import type { Settings } from '#run/settings/settings';
import { withRun } from './setting-options.ts';

/** Defines the gate, which decides about the result of a run. */
export function define(command: Command): void {
  const file = ['[file]', 'conformance.json of the run. Default: the one in REPORTS_DIR'] as const;
  command
    .argument(...file)
    .option('--allow-incomplete', 'accept INCOMPLETE if the run exercised something')
    .option('--allow-replay', 'accept a replay')
    .option('--max-warnings <n>', 'maximum number of failed recommendations', parseCount)
    .option('--max-waivers <n>', 'maximum number of waived requirements', parseCount)
    .option('--require <endpoints>', 'operations whose musts must all pass, separated by commas', parseEndpoints)
    .option('--min-exercised <n>', 'minimum number of exercised musts: 80, or 80%', parseMinimum)
    .addHelpText(
      'after',
      '\nExit codes: 0 CONFORMANT, 1 NON-CONFORMANT, 2 INCOMPLETE, 3 target unreachable, 4 internal error or invalid command.',
    )
    .action(
      withRun(({ settings }, name: string | undefined, policy: GatePolicy) => {
        const document = readResult(settings, name);
        const { code, why } = decideGate(document, policy);
        const { target, product } = document;
        const build = product.build === '' ? '' : ` (build ${product.build})`;
        print(escapeToLine(`gate ${code}: ${target.name}${build} is ${describeVerdict(document)}: ${why}`));
        process.exitCode = code;
      }),
    );
  command
    .command('issue')
    .description('Open, update or close the GitHub issue of a target.')
    .argument(...file)
    .action(
      withRun(async ({ settings }, name?: string) => print(await followTarget(readResult(settings, name), settings))),
    );
}

function readResult({ REPORTS_DIR }: Settings, file = path.join(REPORTS_DIR, 'conformance.json')): Conformance {
  return readJsonFile<Conformance>(file, schema).value;
}

type Tracker = Readonly<ReturnType<typeof readTracker>>;

/** Reads the repository, the access to its issues and the URL of the run from the variables of a GitHub job. */
function readTracker() {
  const get = (name: string) => {
    const value = environment()[name];
    if (!value) throw new Error(`${name} is not set. Use this command in a job of GitHub Actions.`);
    return value;
  };
  const repository = get('GITHUB_REPOSITORY');
  const run = `${get('GITHUB_SERVER_URL')}/${repository}/actions/runs/${get('GITHUB_RUN_ID')}`;
  return { api: get('GITHUB_API_URL'), repository, token: get('GITHUB_TOKEN'), run };
}

interface Issue {
  readonly number: number;
  readonly title: string;
  readonly html_url: string;
  readonly body?: string | null;
}

const LABEL = 'conformance';

/** GitHub takes 65,536 characters. */
const LONGEST = 60_000;

/** A comment in the issue for the next night: which musts failed, and when that was last seen. */
const MARK = /<!-- broken on (\S+): ([A-Z\d -]*) -->/;

/** Follows a target unless its run had an outage or an error of the suite, or was stopped. */
async function followTarget(document: Conformance, settings: Settings): Promise<string> {
  const { code, why } = decideGate(document, { allowIncomplete: true });
  const isFailure = code === exitCodes.nonConformant && document.verdict === 'NON-CONFORMANT';
  if (!isFailure && document.decision.tone === 'red') return `No issue: ${why}`;
  const tracker = readTracker();
  const title = `${document.target.name} is NON-CONFORMANT`;
  const open = await ask<Issue[]>(tracker, 'GET', `?state=open&labels=${LABEL}&per_page=100`);
  const found = open.find((issue) => issue.title === title);
  const failing = listFailing(document, found?.body ?? '');
  if (document.verdict === 'NON-CONFORMANT') return write(document, settings, tracker, failing, found, title);
  if (!found) return 'No issue: nothing fails';
  if (failing.length > 0)
    return `Still open: ${failing.join(' ')} ${failing.length === 1 ? 'has' : 'have'} not passed again: ${found.html_url}`;
  const [, , ids = ''] = MARK.exec(found.body ?? '') ?? [];
  const body = `Fixed${ids && `: ${ids}`}. [The run and its reports](${tracker.run})`;
  await ask<Issue>(tracker, 'POST', `/${found.number}/comments`, { body });
  await ask<Issue>(tracker, 'PATCH', `/${found.number}`, { state: 'closed' });
  return `Closed: ${found.html_url}`;
}

async function write(
  document: Conformance,
  settings: Settings,
  tracker: Tracker,
  failing: readonly string[],
  found: Issue | undefined,
  title: string,
): Promise<string> {
  const mark = `<!-- broken on ${document.started}: ${failing.join(' ')} -->`;
  const [, , before = ''] = MARK.exec(found?.body ?? '') ?? [];
  const fresh = failing.filter((id) => !before.split(' ').includes(id));
  const history = readHistory(historyFile(settings));
  const runs = history.filter(({ target, run }) => target === document.target.name && run !== document.run);
  const text = [
    ...(found ? [`New since the last update: ${fresh.join(' ') || 'nothing'}.`] : []),
    markdown(document),
    ...fixCommands(document, [...runs, toHistoryRecord(document, [])]),
  ].join('\n\n');
  const body = `${text.slice(0, LONGEST)}\n\n[The run and its reports](${tracker.run})\n\n${mark}\n`;
  const written = found
    ? await ask<Issue>(tracker, 'PATCH', `/${found.number}`, { body })
    : await ask<Issue>(tracker, 'POST', '', { title, body, labels: [LABEL] });
  return `${found ? 'Updated' : 'Opened'}: ${written.html_url}`;
}

/** Returns the musts that failed in this run, and those that an issue names and that have not passed since. */
function listFailing({ requirements }: Conformance, body: string): string[] {
  const [, last = '', named = ''] = MARK.exec(body) ?? [];
  const before = new Set(named.split(' '));
  const isProven = ({ outcome, proven }: RequirementOutcome) =>
    outcome === 'passed' || (proven !== undefined && proven.started > last);
  return listJudgedRows(requirements)
    .filter((row) => (row.level === 'must' && row.outcome === 'failed') || (before.has(row.id) && !isProven(row)))
    .map(({ id }) => id);
}

async function ask<T>({ api, repository, token }: Tracker, method: string, place: string, body?: unknown): Promise<T> {
  const response = await fetch(`${api}/repos/${repository}/issues${place}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok)
    throw new Error(
      `${method} of an issue of ${repository} returned ${response.status}. Set the permission "issues: write".`,
    );
  const value: T = JSON.parse(await response.text());
  return value;
}
