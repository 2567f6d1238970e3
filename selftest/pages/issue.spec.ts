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
  return runCommand('gate', ['issue', file], environment);
}

const exchange = {
  method: 'POST',
  path: '/x',
  status: 500,
  problems: [{ kind: 'status', wanted: 'success', got: 500 }],
  reproduce: ['curl -X POST x'],
} as const;
const cause = { kind: 'breach', exchanges: [exchange] } as const;
const failed = { 'TOK-01': { outcome: 'failed', reason: 'broken', cause } } as const;

test('a target that is NON-CONFORMANT gets an issue with its summary and the page of the run', async () => {
  const run = await issue(await tracker([{ number: 4, title: 'another' }]), failed);

  expect(run).toEqual({ code: 0, stdout: 'Opened: https://github.example/issues/5\n', stderr: '' });
  expect(asked.map(({ line }) => line)).toEqual([
    'GET /repos/owner/name/issues?state=open&labels=conformance&per_page=100',
    'POST /repos/owner/name/issues',
  ]);
  expect(asked[1]?.body).toMatchObject({ title: 'sandbox is NON-CONFORMANT', labels: ['conformance'] });
  const body = String(asked[1]?.body.body);
  expect(body).toContain('Fails since this run. Request:\n\n    curl -X POST x\n');
  expect(body).toContain(
    '    TARGET=sandbox BASE_URL=https://sandbox.example/v1 SEED=7 npm run conformance -- --project=oauth-token --grep @TOK-01\n',
  );
  expect(body).toContain('https://github.example/owner/name/actions/runs/77');
});

for (const [title, found, changes] of [
  ['an outage', { 'TOK-01': { outcome: 'inconclusive', reason: 'out of reach' } }, { exercised: false }],
  ['an error of the suite', failed, { errors: ['x'] }],
  ['a must that is not exercised', { 'TOK-02': { outcome: 'not exercised', reason: 'x' } }, {}],
] as const) {
  test(`${title} opens no issue`, { tag: '@long' }, async () => {
    const run = await issue(await tracker([]), found, changes);

    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No issue: /), stderr: '' });
    expect(asked.filter(({ line }) => !line.startsWith('GET'))).toEqual([]);
  });
}

const opened = {
  number: 5,
  title: 'sandbox is NON-CONFORMANT',
  html_url: '#5',
  body: 'text\n<!-- broken on 2025-12-30T00:00:00.000Z: TOK-01 TOK-02 -->\n',
};

test('the issue is closed when all that it names is proven again', { tag: '@long' }, async () => {
  const run = await issue(await tracker([opened]), {});

  expect(run.stdout).toBe('Closed: #5\n');
  expect(asked.map(({ line }) => line).slice(1)).toEqual([
    'POST /repos/owner/name/issues/5/comments',
    'PATCH /repos/owner/name/issues/5',
  ]);
  expect(String(asked[1]?.body.body)).toContain('Fixed: TOK-01 TOK-02.');
  expect(asked[2]?.body).toEqual({ state: 'closed' });
});

for (const outcome of ['not exercised', 'unstable'] as const)
  test(`the issue stays open where a row that it names is ${outcome}`, { tag: '@slow' }, async () => {
    const open = await issue(await tracker([opened]), { 'TOK-02': { outcome, reason: 'x' } });

    expect(open.stdout).toBe('Still open: TOK-02 has not passed again: #5\n');
    expect(asked).toHaveLength(1);
  });

test('an open issue is updated, and names what was broken before and is not proven since', {
  tag: '@long',
}, async () => {
  const { stdout } = await issue(await tracker([opened]), {
    'ORD-10': { outcome: 'failed', reason: 'x' },
    'TOK-02': { outcome: 'not exercised', reason: 'x' },
  });

  expect(stdout).toBe('Updated: https://github.example/issues/5\n');
  expect(asked[1]?.line).toBe('PATCH /repos/owner/name/issues/5');
  expect(String(asked[1]?.body.body)).toContain('<!-- broken on 2026-01-01T10:00:00.000Z: TOK-02 ORD-10 -->');
});

test('a rejection is one sentence without the token', { tag: '@long' }, async () => {
  const run = await issue(await tracker([], 403), failed);

  expect(run).toEqual({
    code: 4,
    stdout: '',
    stderr: 'GET of an issue of owner/name returned 403. Set the permission "issues: write".\n',
  });
});
