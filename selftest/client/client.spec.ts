import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readScenarios } from '#client/certification/scenario';
import type { Gate } from '#client/run/gate';
import { industries } from '#factories/preferences/industry';
import { causeGroups } from '#results/cause-groups';
import { describeVerdict } from '#results/conditions';
import { computeVerdict, listJudgedRows, type RequirementOutcome } from '#results/verdict';
import type { PlacedWaiver } from '#run/judging';
import { expect, fileWith, long, ownFolder, readResult, runCommand, slow, test } from '../tools/fixtures.ts';
import { clientFaults } from './faults/faults.ts';
import { bodies, type ClientFault } from './faults/row.ts';
import { gateForClients, judged, judgedWith, nullClients } from './judged.ts';
import { getClient } from './reference-client.ts';

/** Runs one fault in this many, and the published ones. `npm run faults -- --client` runs them all. */
const STEP = 40;

let gate: Gate;
test.beforeAll(async () => {
  gate = await gateForClients();
});
test.afterAll(() => gate.stop());

const getIds = (rows: readonly RequirementOutcome[], ...words: readonly string[]) =>
  rows.filter(({ outcome }) => words.includes(outcome)).map(({ id }) => id);

test('a client that conforms is CONFORMANT, and answers every question', async () => {
  const rows = await judged((base) => getClient({}, base), gate);

  expect(computeVerdict(rows)).toBe('CONFORMANT');
  expect(getIds(rows, 'failed', 'warned', 'not exercised', 'inconclusive')).toEqual([]);
});

test('a client of one operation is CONFORMANT for it', async () => {
  const rows = await judged((base) => getClient({}, base), gate, undefined, [], 'instore-orders');
  const verdict = computeVerdict(rows);

  expect(describeVerdict({ verdict, conditions: { OPERATIONS: 'instore-orders', DEPTH: 'full' } })).toBe(
    'CONFORMANT for instore-orders under DEPTH=full',
  );
  expect(getIds(rows, 'failed', 'inconclusive')).toEqual([]);
  expect(rows.filter(({ aside }) => !aside).map(({ id }) => id)).toEqual(expect.arrayContaining(['COR-05', 'CLI-01']));
  expect(rows.find(({ id }) => id === 'CPR-01')?.reason).toBe('its operation is not in OPERATIONS');
});

test('a client that spells a field as the examples do is CONFORMANT', async () => {
  const client = bodies(({ payer, ...others }) => ({ ...others, ...withName(payer) }))('checkout-preferences');
  const rows = await judged((base) => getClient(client, base), gate, ['CPR-24']);

  expect(getIds(rows, 'failed', 'warned')).toEqual([]);
});

test('a faulty client breaks the requirement that its fault names', async () => {
  const isDrawn = (fault: ClientFault, index: number) => index % STEP === 0 || fault.link !== undefined;
  const drawn = clientFaults.filter(isDrawn);

  for (const fault of drawn)
    expect(['failed', 'warned'], fault.name).toContain((await judgedWith(fault, gate)).outcome);
});

test('a number as text is one thing to fix, and leaves no must unexercised', async () => {
  const fault = clientFaults.find(({ name }) => name === 'preference-quantity-as-text');
  const client = (base: string) => getClient(fault?.changes ?? {}, base);
  const rows = await judged(client, gate, undefined, [], 'checkout-preferences');

  expect(causeGroups(rows).map(({ about, requirements }) => [about, getIds(requirements, 'failed', 'warned')])).toEqual(
    [['/items/*/quantity', ['CPR-03', 'CPR-24']]],
  );
  const musts = listJudgedRows(rows).filter(({ level }) => level === 'must');
  expect(getIds(musts, 'not exercised')).toEqual([]);
});

test('a client that sends no valid request passes nothing', async () => {
  for (const [name, ask] of Object.entries(nullClients)) {
    const driver = (base: string) => ({ ask: ask(base), stop: async () => {} });
    const rows = await judged(driver, gate, ['CTK-09', 'CPI-05', 'CPI-07', 'CPI-08', 'CPR-25']);

    expect(getIds(rows, 'passed'), name).toEqual([]);
  }
});

test('the official Node SDK is NON-CONFORMANT for ids that are empty or two dots alone', slow, async () => {
  const reports = test.info().outputPath('reports');
  const operations = 'oauth-token, checkout-preferences, point-payment-intents';
  const words = ['--operations', operations, '--', process.execPath, 'client/drivers/node.mjs'];

  const { code, stdout } = await runCommand('client', words, { REPORTS_DIR: reports });

  const { requirements, decision, verdict, target } = readResult(path.join(reports, 'client'));
  expect([code, verdict, decision.subject, target.name]).toEqual([1, 'NON-CONFORMANT', 'client', 'client']);
  const broken = getIds(requirements, 'failed', 'warned');
  expect(broken.sort()).toEqual(['CLI-20', 'CLI-24', 'CPI-07', 'CPI-08', 'CPR-23', 'CTK-23']);
  expect(stdout).toContain('The client "client", SEED=');
  expect(stdout.replace(/\s+/g, ' ')).toContain(`NON-CONFORMANT for ${operations}`);
  expect(requirements.filter(({ aside, outcome }) => !aside && outcome === 'not exercised')).toEqual([]);
  const badge = readFileSync(path.join(reports, 'client/badge.json'), 'utf8');
  expect(badge).toContain(`NON-CONFORMANT for ${operations}`);
  expect((await runCommand('gate', [path.join(reports, 'client/conformance.json')])).code).toBe(1);
});

test('what a command sends of its own accord is judged, and is never a pass by itself', long, async () => {
  const reports = test.info().outputPath('reports');
  const words = ['--observe', '--', process.execPath, 'selftest/sdk/clients/official.mjs', '[{}]'];

  const { code } = await runCommand('client', words, { REPORTS_DIR: reports });

  const { requirements, verdict } = readResult(path.join(reports, 'client'));
  expect([code, verdict]).toEqual([0, 'INCOMPLETE']);
  expect(getIds(requirements, 'failed')).toEqual([]);
  expect(getIds(requirements, 'passed')).toEqual(expect.arrayContaining(['CTK-01', 'CPR-01', 'CPI-01', 'CLI-01']));
  expect(getIds(requirements, 'not exercised')).toEqual(expect.arrayContaining(['CPI-05', 'CUS-01', 'CTK-10']));
});

for (const [what, words, message] of [
  [
    'cannot be started ends the run with 4',
    ['--', 'no-such-driver'],
    'The driver no-such-driver was not found. Use a command that runs in the current folder.',
  ],
  [
    'ends at once is started three times, and its exit code and stderr are the message',
    ['--', 'sh', '-c', 'echo "No module named shop" >&2; exit 3'],
    'The driver sh ended with exit code 3 before it printed a line, 3 times. Check it (docs/certify.md): No module named shop',
  ],
  [
    'is killed before its first line is started three times',
    ['--', 'sh', '-c', 'echo "No module named shop" >&2; kill -9 $$'],
    'The driver sh ended by SIGKILL before it printed a line, 3 times. Check it (docs/certify.md): No module named shop',
  ],
  [
    'sends nothing and prints what is no report is given up after three scenarios, and its lines are the message',
    ['--timeout', '1', '--', 'sh', '-c', 'read -r task; echo "No module named shop"; sleep 60'],
    'The driver sh printed no line within 1 seconds, 3 times. Check it (docs/certify.md): No module named shop',
  ],
  [
    'prints an outcome that is none is shown its line at once',
    ['--', 'sh', '-c', `echo '{"scenario":"code","outcome":"fine","status":"400"}'`],
    'The driver printed {"scenario":"code","outcome":"fine","status":"400"}, but /outcome must be one of ["done","error","unsupported"] (docs/certify.md).',
  ],
  [
    'is a command to observe, and cannot be started, is named',
    ['--observe', '--', 'no-such-command'],
    `The command no-such-command was not found. Use one that runs in ${process.cwd()}.`,
  ],
] as const)
  test(`a driver that ${what}`, long, async () => {
    const REPORTS_DIR = test.info().outputPath('reports');
    const { code, stderr } = await runCommand('client', ['--only', 'CTK-04', ...words], { REPORTS_DIR });

    expect(code).toBe(4);
    expect(stderr.match(/^No module named shop$/gm)?.length ?? 3).toBe(3);
    expect(stderr.trim().split('\n').at(-1)).toBe(message);
  });

test('a scenario of one’s own is played, and what is left out of the published ones makes a part', long, async () => {
  const client = { client_id: '4711', client_secret: 'a-secret-of-mine' };
  const input = { grant_type: 'refresh_token', ...client, refresh_token: 'TG-mine-1' };
  const file = fileWith('mine.json', scenarioFile({ id: 'mine', input }));
  const words = ['--scenarios', file, '--', process.execPath, 'client/drivers/node.mjs'];

  const { stdout } = await runCommand('client', words, { REPORTS_DIR: ownFolder() });

  expect(stdout).toContain('Musts: 0 of');
  expect(stdout).toContain('PARTIAL run: 0 of');
  expect(stdout).toContain('only 1 of 2 tests: not all of its scenarios were played');
  expect(stdout).toContain(': INCOMPLETE: ');
});

for (const [what, file, sentence] of [
  ['no JSON', '{', /is not JSON: .* at line 1/],
  ['an unknown requirement', scenarioFile({ exercises: ['TOK-01'] }), /exercises TOK-01, which is not a requirement/],
  ['an unknown error', scenarioFile({ error: 'oauth-token 418 teapot' }), /has the error oauth-token 418 teapot,/],
  ['a reply that is none', scenarioFile({ replies: { 'oauth-token': 'soon' } }), /has the replies oauth-token soon\. /],
] as const) {
  test(`a file of scenarios with ${what} is rejected in one sentence`, () => {
    expect(() => readScenarios(fileWith('scenarios.json', file))).toThrow(sentence);
  });
}

function scenarioFile(changes: object): string {
  const input = { grant_type: 'refresh_token' };
  const row = { id: 'one', title: 'renews a token', operation: 'oauth-token', input, exercises: ['CTK-05'] };
  return JSON.stringify({ scenarios: [{ ...row, ...changes }] });
}

type Pins = Pick<PlacedWaiver, 'test' | 'industry' | 'status' | 'code'>;

async function waivedBy(fault: string, waivers: readonly Pins[]): Promise<string | undefined> {
  const row = clientFaults.find(({ name }) => name === fault);
  if (!row) throw new Error(`${fault} is no fault of a client.`);
  const waiver = { requirement: row.breaks, reason: 'Known.', owner: 'The SDK team', expires: '2099-12-31' };
  const placed = waivers.map((pins, index) => ({
    ...{ ...waiver, link: 'https://tracker.example/1', place: `line ${index + 2} of waivers/client.json` },
    ...pins,
  }));
  const client = (base: string) => getClient(row.changes, base);
  const rows = await judged(client, gate, [row.breaks], placed);
  return rows.find(({ id }) => id === row.breaks)?.outcome;
}

const dots = [
  'cancels on a device whose id is two dots',
  'cancels on a device whose id is one dot',
  'cancels a payment intent whose id is two dots',
].map((title) => ({ test: title }));

test('waivers pinned to ids of dots hold for them, and let no other id through', async () => {
  expect(await waivedBy('cancel-ids-dots-sent', dots)).toBe('waived');
  expect(await waivedBy('cancel-ids-dots-sent', dots.slice(1))).toBe('failed');
  expect(await waivedBy('cancel-ids-bare', dots)).toBe('failed');
});

for (const { pins, outcome } of [
  { pins: {}, outcome: 'waived' },
  { pins: { status: 400, code: 'invalid_request' }, outcome: 'waived' },
  { pins: { status: 201 }, outcome: 'failed' },
  { pins: { code: 'invalid_grant' }, outcome: 'failed' },
  { pins: { industry: 'tourism' }, outcome: 'failed' },
])
  test(`a waiver pinned to ${JSON.stringify(pins)} leaves a rejected token request ${outcome}`, async () => {
    expect(await waivedBy('token-secret-lost', [pins])).toBe(outcome);
  });

test('a waiver pinned to an industry holds in its scenarios alone', async () => {
  expect(await waivedBy('preference-quantity-as-text', [{ industry: 'tourism' }])).toBe('failed');
  const all = industries.map((industry) => ({ industry }));
  expect(await waivedBy('preference-quantity-as-text', all)).toBe('waived');
});

/** Returns the payer of a preference with name for first_name, as in the examples of 2.7. */
function withName(payer: unknown): object {
  const { first_name: name, ...others }: Readonly<Record<string, unknown>> = Object(payer);
  return payer === undefined ? {} : { payer: { ...others, ...(name === undefined ? {} : { name }) } };
}
