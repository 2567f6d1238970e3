import { json } from 'node:stream/consumers';
import { expect, long, runCommand, type Serve, slow, test } from '../tools/fixtures.ts';
import { getDocument, writeResult } from '../tools/page-document.ts';

const repository = {
  ...{ GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'owner/name' },
  ...{ GITHUB_RUN_ID: '77', GITHUB_TOKEN: 'a-token' },
};

/** Runs `gate issue` with a tracker that has these open issues, or rejects; returns what it printed and asked. */
async function issue(serve: Serve, open: readonly object[] | 403, ...found: Parameters<typeof getDocument>) {
  const asked: { readonly line: string; readonly body: Readonly<Record<string, unknown>> }[] = [];
  const GITHUB_API_URL = await serve(async (request, response) => {
    const isRead = request.method === 'GET';
    asked.push({ line: `${request.method} ${request.url}`, body: isRead ? {} : Object(await json(request)) });
    const issue = { number: 5, html_url: 'https://github.example/issues/5' };
    response.writeHead(open === 403 ? 403 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isRead ? open : issue));
  });
  const file = writeResult(await getDocument(...found));
  const { code, stdout, stderr } = await runCommand('gate', ['issue', file], { ...repository, GITHUB_API_URL });
  return { asked, end: { code, stdout, stderr } };
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

test('a target that is NON-CONFORMANT gets an issue with its summary and the page of the run', async ({ serve }) => {
  const { asked, end } = await issue(serve, [{ number: 4, title: 'another' }], failed);

  expect(end).toEqual({ code: 0, stdout: 'Opened: https://github.example/issues/5\n', stderr: '' });
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
  test(`${title} opens no issue`, long, async ({ serve }) => {
    const { asked, end } = await issue(serve, [], found, changes);

    expect(end).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No issue: /), stderr: '' });
    expect(asked.filter(({ line }) => !line.startsWith('GET'))).toEqual([]);
  });
}

const opened = {
  number: 5,
  title: 'sandbox is NON-CONFORMANT',
  html_url: '#5',
  body: 'text\n<!-- broken on 2025-12-30T00:00:00.000Z: TOK-01 TOK-02 -->\n',
};

test('the issue is closed when all that it names is proven again', long, async ({ serve }) => {
  const { asked, end } = await issue(serve, [opened], {});

  expect(end.stdout).toBe('Closed: #5\n');
  expect(asked.map(({ line }) => line).slice(1)).toEqual([
    'POST /repos/owner/name/issues/5/comments',
    'PATCH /repos/owner/name/issues/5',
  ]);
  expect(String(asked[1]?.body.body)).toContain('Fixed: TOK-01 TOK-02.');
  expect(asked[2]?.body).toEqual({ state: 'closed' });
});

for (const outcome of ['not exercised', 'unstable'] as const)
  test(`the issue stays open where a row that it names is ${outcome}`, slow, async ({ serve }) => {
    const { asked, end } = await issue(serve, [opened], { 'TOK-02': { outcome, reason: 'x' } });

    expect(end.stdout).toBe('Still open: TOK-02 has not passed again: #5\n');
    expect(asked).toHaveLength(1);
  });

test('an open issue is updated, and names what was broken before and is not proven since', long, async ({ serve }) => {
  const { asked, end } = await issue(serve, [opened], {
    'ORD-10': { outcome: 'failed', reason: 'x' },
    'TOK-02': { outcome: 'not exercised', reason: 'x' },
  });

  expect(end.stdout).toBe('Updated: https://github.example/issues/5\n');
  expect(asked[1]?.line).toBe('PATCH /repos/owner/name/issues/5');
  expect(String(asked[1]?.body.body)).toContain('<!-- broken on 2026-01-01T10:00:00.000Z: TOK-02 ORD-10 -->');
});

test('a rejection is one sentence without the token', long, async ({ serve }) => {
  const { end } = await issue(serve, 403, failed);

  expect(end).toEqual({
    code: 4,
    stdout: '',
    stderr: 'GET of an issue of owner/name returned 403. Set the permission "issues: write".\n',
  });
});
