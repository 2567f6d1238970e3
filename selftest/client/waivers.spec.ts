import { expect, test } from '@playwright/test';
import type { Watched } from '#client/certification/run';
import { industries } from '#factories/preferences/industry';
import type { PlacedWaiver } from '#run/waivers';
import { clientFaults } from './faults/faults.ts';
import { gateForClients, judged } from './judged.ts';
import { clientOf } from './reference-client.ts';

let watched: Watched;
test.beforeAll(async () => {
  watched = await gateForClients();
});
test.afterAll(() => watched.gate.stop());

type Pins = Pick<PlacedWaiver, 'test' | 'industry' | 'status' | 'code'>;

/** Returns the outcome of a fault's requirement with these waivers. */
async function waivedBy(fault: string, waivers: readonly Pins[]): Promise<string | undefined> {
  const row = clientFaults.find(({ name }) => name === fault);
  if (!row) throw new Error(`${fault} is no fault of a client.`);
  const placed = waivers.map((pins, index) => ({
    requirement: row.breaks,
    reason: 'Known.',
    owner: 'The SDK team',
    link: 'https://tracker.example/1',
    expires: '2099-12-31',
    place: `line ${index + 2} of waivers/client.json`,
    ...pins,
  }));
  const client = (base: string) => clientOf(row.changes, base);
  const rows = await judged(client, watched, [row.breaks], placed);
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
