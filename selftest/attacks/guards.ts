import { readSettings } from '#run/settings/settings';
import { describeDanger } from '#safety/guard';
import { recordLiveMode } from '#safety/live-tokens';
import { startHostile } from '../hostile/run-hostile.ts';
import { runCommand } from '../tools/fixtures.ts';
import { type Attack, attack, attacksBy, getRejection, toTable } from './attack.ts';
import texts from './texts.json' with { type: 'json' };

const SAFE = 'nothing is created or deleted';
const REJECTED = 'rejected in one sentence';

const getDanger = (url: string, hosts: string, written: Readonly<Record<string, string>> = {}) =>
  describeDanger(url, readSettings({ PRODUCTION_HOSTS: hosts }), written) === undefined ? 'open' : SAFE;

/** Every attack on the protection of production systems. */
export const guards: readonly Attack[] = [
  ...attacksBy(
    'guard',
    REJECTED,
    toTable(texts.noHosts, (value) => `PRODUCTION_HOSTS=${value}`),
    (value) => getRejection(() => readSettings({ PRODUCTION_HOSTS: value }), /names of hosts/, REJECTED),
  ),
  ...[
    ...texts.production.flatMap((url) => [[url, ''] as const, [url, 'api.example.com'] as const]),
    ...texts.addresses.map((url) => [url, '203.0.113.7'] as const),
  ].map(([url, hosts]) =>
    attack('guard', `${url} with PRODUCTION_HOSTS=${hosts || '(nothing)'}`, SAFE, () => getDanger(url, hosts)),
  ),
  ...attacksBy(
    'guard',
    SAFE,
    toTable(texts.stateSources, (name) => `a tunnel on loopback, live tokens and ${name}`),
    (name) => {
      recordLiveMode('answered', { live_mode: true });
      return getDanger('http://127.0.0.1:1', '', { [name]: 'x' });
    },
  ),
  ...attacksBy('what only a program may set', 'no effect', toTable(texts.programVariables), async (name) => {
    const server = await startHostile((socket) => socket.end('HTTP/1.1 204 None\r\n\r\n'));
    const places = { BASE_URL: server.baseUrl, PROVIDER_STATES_URL: server.statesUrl };
    const gate = (more: Record<string, string>) => runCommand('gate', ['/nowhere.json'], { ...places, ...more });
    const [usual, forged] = [await gate({}), await gate({ [name]: '/etc/hostname' })];
    await server.close();
    return usual.stderr === forged.stderr ? 'no effect' : forged.stderr;
  }),
];
