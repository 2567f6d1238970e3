import { readScenarios } from '#client/certification/scenario';
import type { Gate } from '#client/run/gate';
import { industries } from '#factories/preferences/industry';
import type { PlacedWaiver } from '#run/judging';
import { expect, fileWith, long, ownFolder, runCommand, test } from '../tools/fixtures.ts';
import { clientFaults } from './faults/faults.ts';
import { gateForClients, judged } from './judged.ts';
import { getClient } from './reference-client.ts';

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
  [
    'an unknown requirement',
    scenarioFile({ exercises: ['TOK-01'] }),
    /exercises TOK-01, which is not a requirement of a cl/,
  ],
  [
    'an unknown error',
    scenarioFile({ error: 'oauth-token 418 teapot' }),
    /has the error oauth-token 418 teapot, which section 7 does not/,
  ],
  [
    'a reply that is none',
    scenarioFile({ replies: { 'oauth-token': 'soon' } }),
    /has the replies oauth-token soon. Exp/,
  ],
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

let gate: Gate;
test.beforeAll(async () => {
  gate = await gateForClients();
});
test.afterAll(() => gate.stop());

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
