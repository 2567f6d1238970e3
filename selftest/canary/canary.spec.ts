import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { arrayBuffer } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { listFields } from '#api/values/json';
import { connect } from '#assertions/connection';
import { createBaselines } from '#assertions/control/baseline';
import { createThrottle } from '#http/throttle';
import { isSecretField } from '#redaction/names';
import { redact } from '#redaction/redact';
import { createByteFinder, describeLeaks, searchBytes, searchFolder } from '#redaction/search';
import { appendToChannel } from '#run/channels';
import { createRunContext } from '#run/process/sources';
import { AWKWARD } from '../second-provider/choices.ts';
import { startSecondProvider } from '../second-provider/server.ts';
import { exchange as asExchange } from '../tools/exchanges.ts';
import { close, listen, long, ownFolder, runSuite, type SuiteRun, slow, test, toTarget } from '../tools/fixtures.ts';
import { forward } from '../tools/front.ts';

/**
 * Starts a provider that leaks its secrets where it can. It runs in front of a second provider of that form, records
 * every secret that this one issues, and changes its responses as its habits define, which take turns.
 */
async function startCanary(form: number, habits: readonly Habit[]) {
  const behind = await startSecondProvider({ form });
  const secrets = new Set<string>();
  let turn = 0;
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await arrayBuffer(request);
    const url = request.url === STATES ? (behind.statesUrl ?? '') : `${behind.baseUrl}${request.url}`;
    const answer = await read(await forward(url, request, body));
    for (const secret of issuedIn(request, answer)) secrets.add(secret);
    if (request.url === STATES) return response.writeHead(answer.status, answer.headers).end(answer.text);
    const sent = decodedIn(`${request.headers.authorization} ${Buffer.from(body)}`, secrets);
    return habits[turn++ % habits.length]?.(response, answer, sent);
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const origin = await listen(server);
  const stop = async () => void (await Promise.all([close(server), behind.close()]));
  return { baseUrl: origin, statesUrl: `${origin}${STATES}`, secrets, close: stop };
}

const STATES = '/states';

async function read(reply: Response): Promise<Passed> {
  const type = reply.headers.get('content-type');
  return { status: reply.status, headers: type === null ? {} : { 'content-type': type }, text: await reply.text() };
}

/** Returns the secrets in a response by their field names; the states URL also issues them as `code`. */
function issuedIn({ url }: IncomingMessage, { status, text }: Passed): string[] {
  if (status >= 300 || text === '') return [];
  const isSecret = (name: string) => isSecretField(name) || (url === STATES && name === 'code');
  return [...listFields(JSON.parse(text))].flatMap(([name, value]) =>
    isSecret(name) && typeof value === 'string' ? [value] : [],
  );
}

function decodedIn(sent: string, secrets: ReadonlySet<string>): string[] {
  return [...secrets].filter((secret) => sent.includes(secret) || sent.includes(JSON.stringify(secret).slice(1, -1)));
}

/** Runs the suite with Playwright's own reporters too; a shard writes what a merge reads. */
function runReported(variables: Readonly<Record<string, string>>, ...args: string[]) {
  const REPORTS_DIR = ownFolder('canary');
  const own = { REPORTS_DIR, PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(REPORTS_DIR, 'results.json'), ...variables };
  return runSuite(own, '--shard=1/1', '--add-reporter=json,list,github', ...args);
}

/** A provider with bad habits, and the tests that run against it. */
interface Row {
  readonly title: string;
  readonly habits: readonly Habit[];
  readonly form: number;
  readonly args: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly shows?: string | RegExp;
}

/** Runs the tests of a row and expects none of the provider's secrets in the files and output of the run. */
async function expectNoLeak({ habits, form, args, variables = {}, shows = /\[redacted]|\$\w*ACCESS_TOKEN/ }: Row) {
  const provider = await startCanary(form, habits);

  const run = await runReported({ ...toTarget(provider), ...variables }, '--workers=2', ...args);
  await provider.close();

  expect(provider.secrets.size).toBeGreaterThan(1);
  expect(run.output.search(shows)).not.toBe(-1);
  expect(getLeaks(run, provider.secrets)).toEqual([]);
}

/** Returns the places where a run leaked secrets: in its reports or its output. */
function getLeaks({ reports, output }: SuiteRun, secrets: ReadonlySet<string>): string[] {
  const finder = createByteFinder(secrets);
  const inOutput = searchBytes(Buffer.from(output), finder).leaks.map((leak) => ({ ...leak, file: 'the output' }));
  return describeLeaks([...inOutput, ...searchFolder(reports, finder).leaks]);
}

type Passed = Readonly<{ status: number; headers: Readonly<Record<string, string>>; text: string }>;

/** Writes a response; `sent` are the secrets of the request. */
type Habit = (response: ServerResponse, answer: Passed, sent: readonly string[]) => void;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const inMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;');
const json = { 'content-type': 'application/json' };

const plain: Habit = (response, { status, headers, text }) => response.writeHead(status, headers).end(text);

/** Repeats secrets of the request in a JSON error: as they are, as JSON in JSON, and as basic credentials. */
const repeatsInErrors: Habit = (response, answer, sent) => {
  if (answer.status < 400) return plain(response, answer, sent);
  const debug = JSON.stringify({ log: JSON.stringify({ sent }) });
  const basic = sent.map((secret) => `Basic ${base64(`client:${secret}`)}`);
  return response.writeHead(answer.status, json).end(JSON.stringify({ error: 'some_error', sent, debug, basic }));
};

/** Repeats secrets of the request in header fields and in a cookie, with any status. */
const repeatsInHeaders: Habit = (response, { status, headers, text }, sent) => {
  const value = sent.map(encodeURIComponent).join(' ');
  response.setHeader('set-cookie', `session=${value}; Path=/`);
  response.setHeader('x-debug', [value, base64(sent.join(' ')), base64(`x${sent.join('')}`)]);
  return response.writeHead(status, headers).end(text);
};

/** Responds with an HTML page that shows the secrets of the request. */
const showsPage: Habit = (response, { status }, sent) => {
  const lines = sent.map(
    (secret) =>
      `<h1>Error</h1><pre>${inMarkup(secret)}</pre><a href="/login?token=${encodeURIComponent(secret)}">` +
      `<img src="data:text/plain;base64,${base64(secret)}">${Buffer.from(secret).toString('hex')}`,
  );
  response.writeHead(status < 400 ? 200 : 500, { 'content-type': 'text/html' }).end(lines.join('\n'));
};

const redirects: Habit = (response, _answer, sent) => {
  const query = new URLSearchParams(sent.map((secret): [string, string] => ['token', secret]));
  response
    .writeHead(302, { location: `https://elsewhere.example/cb?${query}#${query}`, 'content-type': 'text/plain' })
    .end(`Found. Redirecting to https://elsewhere.example/cb?${query}`);
};

const cutsJson: Habit = (response, { status, headers, text }, sent) =>
  response.writeHead(status, headers).end(`{"sent": ${JSON.stringify(sent)}, ${text.slice(1, -1)}`);

/** Sends an error for a success and a success for a rejection. */
const saysOpposite: Habit = (response, { status, text }, sent) =>
  response.writeHead(status < 400 ? 400 : 200, json).end(JSON.stringify({ sent, answer: text }));

const staysSilent: Habit = () => undefined;

/** Closes the connection in the middle of a response. */
const hangsUp: Habit = (response, _answer, sent) => {
  response.writeHead(200, { 'content-length': '100000' }).write(sent.join(' '));
  setTimeout(() => response.destroy(), 10);
};

test('a run leaves no secret of a provider that repeats them everywhere', long, async () => {
  await expectNoLeak({
    title: 'repeats them everywhere',
    habits: [repeatsInErrors, plain, repeatsInHeaders, showsPage, redirects, cutsJson],
    form: AWKWARD,
    args: ['--project=oauth-token', 'grants', '--project=test-users', 'creation'],
  });
});

test('a run leaves no secret where nothing listens', slow, async ({ open }) => {
  const provider = await open(startCanary(0, []));

  const target = { BASE_URL: 'http://127.0.0.1:9', PROVIDER_STATES_URL: provider.statesUrl };
  const run = await runReported(target, '--project=test-users', '--grep=@USR-01');

  expect(run.output).toContain('ECONNREFUSED');
  expect(getLeaks(run, provider.secrets)).toEqual([]);
});

const rows: readonly Row[] = [
  { title: 'says the opposite', habits: [saysOpposite], form: 0, args: ['--project=oauth-token', 'swapped'] },
  {
    title: 'hangs up or stays silent',
    habits: [plain, hangsUp, plain, staysSilent],
    form: AWKWARD,
    args: ['--project=test-users', 'creation'],
    variables: { REQUEST_TIMEOUT: '1' },
  },
  {
    title: 'stays silent until the test times out',
    habits: [plain, plain, staysSilent],
    form: 0,
    args: ['--project=instore-orders', 'deletion', '--timeout=1500'],
    shows: /Test timeout of \d+ms exceeded/, // more than 1500: what a request took is added
  },
];

for (const row of rows) test(`a run leaves no secret of a provider that ${row.title}`, slow, () => expectNoLeak(row));

const baseUrl = 'http://another-worker.invalid';

test('what another worker was given is known before an exchange of that worker is shown', async () => {
  const code = `x7 "Kq2" ${process.pid}-v9Zt41`; // neither its form nor its place in JSON shows that it is a secret
  const body = JSON.stringify({ code });
  const request = { endpoint: 'oauth-token', method: 'POST', url: baseUrl, headers: {}, body } as const;
  appendToChannel('secrets', { value: code, isSearched: true }); // as another process does: unknown to this one
  appendToChannel('baselines', {
    ...{ form: 'plain', control: 'oauth-token', endpoint: 'oauth-token', baseUrl, request },
    ...{ status: 200, headers: {}, text: '{}', json: {}, milliseconds: 1 },
    states: [{ state: 'an authorization code', values: { code } }],
  });
  expect(redact(body)).toContain('Kq2');

  const STATES_STORE_KEY = `a-key-of-32-characters-${process.pid}-Zt41`;
  const unasked = () => Promise.reject(new Error('what is known is not sent again'));
  const target = { BASE_URL: baseUrl, PROVIDER_STATES_URL: '' };
  const connection = connect(target, createRunContext({ STATES_STORE_KEY }), createThrottle(Number.POSITIVE_INFINITY));
  const { getBaseline } = createBaselines(connection, unasked, asExchange);
  const { exchange } = await getBaseline('oauth-token');

  expect(redact(STATES_STORE_KEY)).toBe('[redacted]');
  expect(redact(exchange.request.body ?? '')).not.toContain('Kq2');
  expect(connection.reproduction.reproduce(exchange.request)[0]).toContain("state 'an authorization code'");
});
