import { connect } from 'node:net';
import { type Endpoint, operations } from '#api/operations';
import type { Driver } from '#client/certification/driver';
import { judgeClient } from '#client/certification/outcomes';
import { assignUnparsed } from '#client/certification/played';
import { playScenarios } from '#client/certification/run';
import { countScenarios, readScenarios, selectScenarios } from '#client/certification/scenario';
import { type Gate, startGate } from '#client/run/gate';
import type { RequirementOutcome } from '#results/verdict';
import type { PlacedWaiver } from '#run/judging';
import { readSettings } from '#run/settings/settings';
import type { ClientFault } from './faults/row.ts';
import { getClient } from './reference-client.ts';
import { overHttp1 } from './wire.ts';

const scenarios = readScenarios();

export const gateForClients = (): Promise<Gate> =>
  startGate({ way: 'base-url', otherPaths: 'answer', completesBodies: true });

/** Returns every requirement after a client has run all scenarios, or only those of some requirements. */
export async function judged(
  driverOf: (base: string) => Driver,
  gate: Gate,
  only?: readonly string[],
  waivers: readonly PlacedWaiver[] = [],
  operation?: Endpoint,
  STRICT = '',
): Promise<RequirementOutcome[]> {
  const all = operation ? scenarios.filter((one) => one.operation === operation) : scenarios;
  const expected = countScenarios(all);
  const played = await playScenarios(only ? selectScenarios(all, only) : all, driverOf(gate.url), gate);
  const terms = { settings: readSettings({ STRICT }), waivers, expected };
  return judgeClient(assignUnparsed(played, gate.log.unparsed), terms).map(({ requirement }) => requirement);
}

/** Returns the requirement that a fault violates, after a run of its scenarios only. */
export async function judgedWith(fault: ClientFault, gate: Gate, strict = ''): Promise<RequirementOutcome> {
  const rows = await judged((base) => getClient(fault.changes, base), gate, [fault.breaks], [], undefined, strict);
  const row = rows.find(({ id }) => id === fault.breaks);
  if (!row) throw new Error(`${fault.name} breaks ${fault.breaks}, which is no requirement of a client.`);
  return row;
}

type Ask = (base: string) => Driver['ask'];

const garbage: Ask = (base) => async () => {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => {}).resume();
  await new Promise((resolve) => socket.end('garbage / HTTP/9\r\n\r\n', () => resolve(undefined)));
  socket.destroy();
  return { outcome: 'done', result: {} };
};

const noOperation: Ask = (base) => async () => {
  await overHttp1(base, { method: 'POST', target: '/', headers: [], body: '{}' });
  return { outcome: 'done', result: {} };
};

const emptyToEach: Ask =
  (base) =>
  async ({ operation }) => {
    const { method, path } = operations[operation];
    const target = method === 'POST' ? `/${path}` : '/';
    await overHttp1(base, { method: 'PATCH', target, headers: [], body: 'garbage' }).catch(() => undefined);
    return { outcome: 'done', result: {} };
  };

/** Clients that do nothing, whatever they report. */
export const nullClients: Readonly<Record<string, Ask>> = {
  'sends nothing and says nothing': () => async () => undefined,
  'sends nothing and says that all is done': () => async () => ({ outcome: 'done', result: {} }),
  'sends nothing and says that all is an error': () => async () => ({ outcome: 'error', error: 'no' }),
  'has no operation': () => async () => ({ outcome: 'unsupported' }),
  'sends what is no HTTP': garbage,
  'asks for no operation': noOperation,
  'sends garbage to each operation': emptyToEach,
};

/** Returns the ids of the requirements with one of these outcomes. */
export const getIds = (rows: readonly RequirementOutcome[], ...words: readonly string[]): string[] =>
  rows.filter(({ outcome }) => words.includes(outcome)).map(({ id }) => id);
