import path from 'node:path';
import type { Command } from 'commander';
import { fixCommands, markdown } from '#reporters/markdown';
import schema from '#results/conformance.schema.json' with { type: 'json' };
import type { Conformance } from '#results/document';
import { decideGate, exitCodes } from '#results/gate';
import { readHistory } from '#results/history/history';
import { recordOf } from '#results/history/record';
import { listJudgedRows, type RequirementOutcome } from '#results/verdict';
import { environment, settings } from '#run/context';
import { readJsonFile } from '#run/json-file';
import { print } from '#run/process/output';

/** The issue of a nightly run. */
export function define(command: Command): void {
  command
    .argument('[file]', 'conformance.json of the run', path.join(settings().REPORTS_DIR, 'conformance.json'))
    .action(async (file: string) => {
      const { value } = readJsonFile<Conformance>(file, schema);
      print(await followed(value, () => trackerIn(environment())));
    });
}

function trackerIn(environment: NodeJS.ProcessEnv): Tracker {
  const of = (name: string) => {
    const value = environment[name];
    if (!value) throw new Error(`${name} is not set: this command belongs into a job of GitHub Actions.`);
    return value;
  };
  const repository = of('GITHUB_REPOSITORY');
  const run = `${of('GITHUB_SERVER_URL')}/${repository}/actions/runs/${of('GITHUB_RUN_ID')}`;
  return { api: of('GITHUB_API_URL'), repository, token: of('GITHUB_TOKEN'), run };
}

/** Says where issues are, and who may write them: what GitHub tells the steps of a job. */
export interface Tracker {
  readonly api: string;
  readonly repository: string;
  readonly token: string;
  /** The page of the run. */
  readonly run: string;
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

/** Holds what an issue says in a comment that nobody reads but the next night: what was broken, and when that was last seen. */
const MARK = /<!-- broken on (\S+): ([A-Z\d -]*) -->/;

/** Follows a target where its run says something of it: an outage, an error of the suite or a run that was stopped does not. */
export async function followed(document: Conformance, tracker: () => Tracker): Promise<string> {
  const { code, why } = decideGate(document, { allowIncomplete: true });
  const isBroken = code === exitCodes.nonConformant && document.verdict === 'NON-CONFORMANT';
  const isTelling = isBroken || document.decision.tone !== 'red';
  return isTelling ? follow(document, tracker()) : `No issue: ${why}`;
}

/**
 * Follows a target: opens its issue at a confirmed breach or, where it is open already, updates it, and closes it when all
 * that it names has passed again. Returns what was done.
 */
async function follow(document: Conformance, tracker: Tracker): Promise<string> {
  const title = `${document.target.name} is NON-CONFORMANT`;
  const open = await ask<Issue[]>(tracker, 'GET', `?state=open&labels=${LABEL}&per_page=100`);
  const found = open.find((issue) => issue.title === title);
  const still = stillBroken(document, found?.body ?? '');
  if (document.verdict === 'NON-CONFORMANT') return write(document, tracker, still, found, title);
  if (!found) return 'No issue: nothing fails';
  if (still.length > 0)
    return `Still open: ${still.join(' ')} ${still.length === 1 ? 'has' : 'have'} not passed again: ${found.html_url}`;
  const [, , ids = ''] = MARK.exec(found.body ?? '') ?? [];
  const body = `Fixed${ids && `: ${ids}`}. [The run and its reports](${tracker.run})`;
  await ask<Issue>(tracker, 'POST', `/${found.number}/comments`, { body });
  await ask<Issue>(tracker, 'PATCH', `/${found.number}`, { state: 'closed' });
  return `Closed: ${found.html_url}`;
}

async function write(
  document: Conformance,
  tracker: Tracker,
  still: readonly string[],
  found: Issue | undefined,
  title: string,
): Promise<string> {
  const mark = `<!-- broken on ${document.started}: ${still.join(' ')} -->`;
  const [, , before = ''] = MARK.exec(found?.body ?? '') ?? [];
  const fresh = still.filter((id) => !before.split(' ').includes(id));
  const runs = readHistory().filter(({ target, run }) => target === document.target.name && run !== document.run);
  const text = [
    ...(found ? [`New since the last update: ${fresh.join(' ') || 'nothing'}.`] : []),
    markdown(document),
    ...fixCommands(document, [...runs, recordOf(document, [])]),
  ].join('\n\n');
  const body = `${text.slice(0, LONGEST)}\n\n[The run and its reports](${tracker.run})\n\n${mark}\n`;
  const written = found
    ? await ask<Issue>(tracker, 'PATCH', `/${found.number}`, { body })
    : await ask<Issue>(tracker, 'POST', '', { title, body, labels: [LABEL] });
  return `${found ? 'Updated' : 'Opened'}: ${written.html_url}`;
}

/** The musts that this run found broken, and those that an issue names and that nothing has proven since. */
function stillBroken({ requirements }: Conformance, body: string): string[] {
  const [, last = '', named = ''] = MARK.exec(body) ?? [];
  const before = new Set(named.split(' '));
  const isProven = ({ outcome, proven }: RequirementOutcome) =>
    outcome === 'passed' || (proven !== undefined && proven.started > last);
  return listJudgedRows(requirements)
    .filter((row) => (row.level === 'must' && row.outcome === 'failed') || (before.has(row.id) && !isProven(row)))
    .map(({ id }) => id);
}

async function ask<T>({ api, repository, token }: Tracker, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${api}/repos/${repository}/issues${path}`, {
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
      `${method} of an issue of ${repository} was answered ${response.status}: the job needs "issues: write".`,
    );
  const answer: T = JSON.parse(await response.text());
  return answer;
}
