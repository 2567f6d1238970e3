import { getRequirement } from '#api/register';
import type { Gate } from '#client/run/gate';
import { industries } from '#factories/preferences/industry';
import { groupCauses } from '#results/cause-groups';
import { describeVerdict, getConditions } from '#results/conditions';
import { computeVerdict, listJudgedRows } from '#results/verdict';
import { readJsonFile } from '#run/json-file';
import type { PlacedWaiver } from '#run/judging';
import { readSettings } from '#run/settings/settings';
import { expect, test } from '../tools/fixtures.ts';
import { clientFaults } from './faults/faults.ts';
import { bodies, type ClientFault } from './faults/row.ts';
import { gateForClients, getIds, judged, judgedWith, nullClients } from './judged.ts';
import { conformant, getClient, type Habits } from './reference-client.ts';
import { cutOff } from './wire.ts';

/** Runs one fault in this many, and the published ones. `npm run faults -- --client` runs them all. */
const STEP = 40;

let gate: Gate;
test.beforeAll(async () => {
  gate = await gateForClients();
});
test.afterAll(() => gate.stop());

test('a client that conforms is CONFORMANT, and answers every question', async () => {
  const rows = await judged((base) => getClient({}, base), gate);

  expect(computeVerdict(rows)).toBe('CONFORMANT');
  expect(getIds(rows, 'failed', 'warned', 'not exercised', 'inconclusive')).toEqual([]);
});

test('a client of one operation is CONFORMANT for it', async () => {
  const rows = await judged((base) => getClient({}, base), gate, undefined, [], 'instore-orders');

  expect(
    describeVerdict({ verdict: computeVerdict(rows), conditions: { OPERATIONS: 'instore-orders', DEPTH: 'full' } }),
  ).toBe('CONFORMANT for instore-orders under DEPTH=full');
  expect(getConditions(readSettings({ DEPTH: 'full' }), 'client')).toEqual({});
  expect(getIds(rows, 'failed', 'inconclusive')).toEqual([]);
  expect(rows.filter(({ aside }) => !aside).map(({ id }) => id)).toEqual(expect.arrayContaining(['COR-05', 'CLI-01']));
  expect(rows.find(({ id }) => id === 'CPR-01')?.reason).toBe('its operation is not in OPERATIONS');
});

test('a client that spells a field as the examples do is CONFORMANT', async () => {
  const client = bodies(({ payer, ...others }) => {
    const { first_name: name, ...rest } = Object(payer);
    return payer ? { ...others, payer: { name, ...rest } } : others;
  })('checkout-preferences');

  expect(getIds(await judged((base) => getClient(client, base), gate, ['CPR-24']), 'failed', 'warned')).toEqual([]);
});

test('a faulty client breaks the requirement that its fault names', async () => {
  const isDrawn = (fault: ClientFault, index: number) => index % STEP === 0 || fault.link !== undefined;

  for (const fault of clientFaults.filter(isDrawn))
    expect(['failed', 'warned'], fault.name).toContain((await judgedWith(fault, gate)).outcome);
});

for (const [name, operation, causes] of [
  ['preference-quantity-as-text', 'checkout-preferences', [['/items/*/quantity', ['CPR-03', 'CPR-24']]]],
  ['preference-boolean-as-text', 'checkout-preferences', [['/payer/is_prime_user', ['CPR-03', 'CPR-24']]]],
  ['token-secret-lost', 'oauth-token', [['/client_secret', ['CTK-03', 'CTK-04', 'CTK-05']]]],
] as const)
  test(`${name} is one thing to fix, and leaves no requirement unexercised`, async () => {
    const fault = clientFaults.find((one) => one.name === name);
    const rows = await judged((base) => getClient(fault?.changes ?? {}, base), gate, undefined, [], operation);

    const found = groupCauses(rows).map(({ about, requirements }) => [about, getIds(requirements, 'failed', 'warned')]);
    expect(found).toEqual(causes);
    expect(getIds(listJudgedRows(rows), 'not exercised')).toEqual([]);
  });

test('a should that a client breaks is a warning, and with STRICT=1 a failure', async () => {
  const fault = clientFaults.find(({ breaks }) => getRequirement(breaks).level === 'should');

  expect(fault && (await judgedWith(fault, gate)).outcome).toBe('warned');
  expect(fault && (await judgedWith(fault, gate, '1')).outcome).toBe('failed');
});

test('a client that sends no valid request passes nothing', async () => {
  for (const [name, ask] of Object.entries(nullClients)) {
    const driver = (base: string) => ({ ask: ask(base), stop: async () => {} });
    const rows = await judged(driver, gate, ['CTK-09', 'CPI-05', 'CPI-07', 'CPI-08', 'CPR-25']);

    expect(getIds(rows, 'passed'), name).toEqual([]);
  }
});

for (const [id, sendFurther, body, found] of [
  ['CUS-03', conformant.send, '{"description":"a"}', '/site_id is missing'],
  ['CUS-04', conformant.send, '{}', 'header Authorization has another token than the client has'],
  ['CUS-02', cutOff, '{}', 'POST 127.0.0.1/users/test ended within its body; header Content-Type is missing'],
] as const)
  test(`a further request in a scenario of another operation fails ${id}`, async () => {
    const send: Habits['send'] = async (base, outgoing) => {
      const headers = [['Authorization', 'Bearer APP_USR-1-112104-of-another'] as const];
      await sendFurther(base, { method: 'POST', target: '/users/test', headers, body }).catch(() => {});
      return conformant.send(base, outgoing);
    };
    const rows = await judged((base) => getClient({ send }, base), gate, ['COR-20']);

    const [first] = rows.find((row) => row.id === id)?.tests ?? [];
    expect(first).toMatchObject({ outcome: 'failed', reason: found, scenarioOf: expect.stringMatching(/^COR-/) });
  });

type Pins = Partial<Pick<PlacedWaiver, 'test' | 'industry' | 'status' | 'code' | 'expires'>>;

async function waivedBy(fault: string, waivers: readonly Pins[]): Promise<string | undefined> {
  const row = clientFaults.find(({ name }) => name === fault);
  if (!row) throw new Error(`${fault} is no fault of a client.`);
  const waiver = { requirement: row.breaks, reason: 'Known.', owner: 'The SDK team', expires: '2099-12-31' };
  const placed = waivers.map((pins, index) => ({
    ...{ ...waiver, link: 'https://tracker.example/1', place: `line ${index + 2} of waivers/client.json` },
    ...pins,
  }));
  const rows = await judged((base) => getClient(row.changes, base), gate, [row.breaks], placed);
  return rows.find(({ id }) => id === row.breaks)?.outcome;
}

interface Waived {
  readonly fault: string;
  readonly waivers: readonly Pins[];
  readonly outcome: string;
}
const { value: waived } = readJsonFile<Waived[]>('selftest/client/waivers.json', {});
const ofEach = industries.map((industry) => ({ industry }));
waived.push({ fault: 'preference-quantity-as-text', waivers: ofEach, outcome: 'waived' });
for (const { fault, waivers, outcome } of waived)
  test(`waivers with the pins ${JSON.stringify(waivers)} leave ${fault} ${outcome}`, async () =>
    expect(await waivedBy(fault, waivers)).toBe(outcome));
