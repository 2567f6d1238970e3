import { markdown } from '../../reporters/markdown.ts';
import type { Conformance } from '../../suite/results/document.ts';

/** Where issues are, and who may write them: what GitHub tells the steps of a job. */
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
}

const LABEL = 'conformance';

/** GitHub takes 65,536 characters. */
const LONGEST = 60_000;

/** Opens the issue of a target or, where it is open already, updates it; returns its page. */
export async function report(document: Conformance, tracker: Tracker): Promise<string> {
  const title = `${document.target.name} is NON-CONFORMANT`;
  const body = `${markdown(document).slice(0, LONGEST)}\n\n[The run and its reports](${tracker.run})\n`;
  const found = (await ask<Issue[]>(tracker, 'GET', `?state=open&labels=${LABEL}&per_page=100`)).find(
    (issue) => issue.title === title,
  );
  const written = found
    ? await ask<Issue>(tracker, 'PATCH', `/${found.number}`, { body })
    : await ask<Issue>(tracker, 'POST', '', { title, body, labels: [LABEL] });
  return `${found ? 'Updated' : 'Opened'}: ${written.html_url}`;
}

async function ask<T>(
  { api, repository, token }: Tracker,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
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
