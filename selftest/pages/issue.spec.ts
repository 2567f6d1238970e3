import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { close, listen } from '../tools/listen.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { documentOf } from '../tools/page-document.ts';
import { runCommand } from '../tools/run-command.ts';

interface Asked {
  readonly line: string;
  readonly body: Readonly<Record<string, unknown>>;
}

let server: Server;
let asked: Asked[] = [];

/** Stands where GitHub's API is, with these issues open. */
async function tracker(open: readonly object[], status = 200): Promise<Record<string, string>> {
  asked = [];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    asked.push({ line: `${request.method} ${request.url}`, body: text === '' ? {} : JSON.parse(text) });
    const issue = { number: 5, html_url: 'https://github.example/issues/5' };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request.method === 'GET' ? open : issue));
  });
  return {
    GITHUB_API_URL: await listen(server),
    GITHUB_SERVER_URL: 'https://github.example',
    GITHUB_REPOSITORY: 'owner/name',
    GITHUB_RUN_ID: '77',
    GITHUB_TOKEN: 'a-token',
  };
}

test.afterEach(() => close(server));

async function issue(environment: Record<string, string>, ...found: Parameters<typeof documentOf>) {
  const file = path.join(ownFolder('issue'), 'conformance.json');
  writeFileSync(file, JSON.stringify(await documentOf(...found)));
  return runCommand('issue', [file], environment);
}

const failed = { 'TOK-01': { outcome: 'failed', reason: 'broken' } } as const;

test('a target that is NON-CONFORMANT gets an issue with its summary and the page of the run', async () => {
  const run = await issue(await tracker([{ number: 4, title: 'another' }]), failed);

  expect(run).toEqual({ code: 0, stdout: 'Opened: https://github.example/issues/5\n', stderr: '' });
  expect(asked.map(({ line }) => line)).toEqual([
    'GET /repos/owner/name/issues?state=open&labels=conformance&per_page=100',
    'POST /repos/owner/name/issues',
  ]);
  expect(asked[1]?.body).toMatchObject({ title: 'sandbox is NON-CONFORMANT', labels: ['conformance'] });
  expect(String(asked[1]?.body.body)).toContain('TOK-01');
  expect(String(asked[1]?.body.body)).toContain('https://github.example/owner/name/actions/runs/77');
});

test('the issue that is open already is updated', async () => {
  const run = await issue(await tracker([{ number: 5, title: 'sandbox is NON-CONFORMANT' }]), failed);

  expect(run.stdout).toBe('Updated: https://github.example/issues/5\n');
  expect(asked[1]?.line).toBe('PATCH /repos/owner/name/issues/5');
});

const quiet = [
  {
    title: 'an outage',
    found: { 'TOK-01': { outcome: 'inconclusive', reason: 'the target is out of reach' } },
    changes: { exercised: false },
  },
  {
    title: 'a run that is INCOMPLETE',
    found: { 'TOK-01': { outcome: 'not exercised', reason: 'x' } },
    changes: {},
  },
  { title: 'an error of the suite', found: failed, changes: { errors: ['x'] } },
] as const;

for (const { title, found, changes } of quiet) {
  test(`${title} opens no issue`, async () => {
    const run = await issue(await tracker([]), found, changes);

    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No issue: /), stderr: '' });
    expect(asked).toEqual([]);
  });
}

test('a refusal is said in one sentence without the token', async () => {
  const run = await issue(await tracker([], 403), failed);

  expect(run).toEqual({
    code: 1,
    stdout: '',
    stderr: 'GET of an issue of owner/name was answered 403: the job needs "issues: write".\n',
  });
});
