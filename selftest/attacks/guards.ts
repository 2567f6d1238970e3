import { readSettings } from '#run/settings/settings';
import { describeDanger } from '#safety/guard';
import { recordLiveMode } from '#safety/live-tokens';
import { startHostile } from '../hostile/run-hostile.ts';
import { runCommand } from '../tools/runs.ts';
import { type Attack, attack, attacksBy, toTable } from './attack.ts';

const noHosts = [
  ...['https://api.mercadopago.com', 'api.example:443', '*.example.com', 'api.example.com api.other.com', '-', '[::1]'],
  ...['api.example.com;api.other.com', 'api.example.com/v1', 'user@api.example.com', 'api..example.com'],
];

const addresses = [
  ...['https://203.0.113.7', 'https://203.0.113.7.', 'https://3405803783', 'https://0xcb.0x00.0x71.0x07'],
  'https://[64:ff9b::203.0.113.7]',
  ...['https://[::ffff:203.0.113.7]', 'https://[::ffff:cb00:7107]:8443', 'https://[0:0:0:0:0:ffff:cb00:7107]'],
];

/** Sources of states that do not come from a URL of the target. */
const credentials = ['STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN', 'STATES_FILE', 'STATES_COMMAND'];

const production = [
  ...['https://api.mercadopago.com', 'https://API.MERCADOPAGO.COM', 'https://api.mercadopago.com.'],
  ...['https://api.mercadopago.com:8443/v1', 'https://eu.api.mercadopago.com', 'https://%61pi.mercadopago.com'],
  'https://ａｐｉ.mercadopago.com',
];

const variables = ['TARGETS_FILE', 'RUN_FOLDER', 'CONFORMANCE_RUN'];

const SAFE = 'nothing is created or deleted';
const REJECTED = 'rejected in one sentence';

function getDanger(url: string, hosts: string, written: Readonly<Record<string, string>> = {}): string {
  return describeDanger(url, readSettings({ PRODUCTION_HOSTS: hosts }), written) === undefined ? 'open' : SAFE;
}

/** Every attack on the protection of production systems. */
export const guards: readonly Attack[] = [
  ...attacksBy(
    'guard',
    REJECTED,
    toTable(noHosts, (value) => `PRODUCTION_HOSTS=${value}`),
    (value) => {
      try {
        readSettings({ PRODUCTION_HOSTS: value });
        return 'taken';
      } catch (error) {
        return String(error).includes('names of hosts') ? REJECTED : String(error);
      }
    },
  ),
  ...[
    ...production.flatMap((url) => [[url, ''] as const, [url, 'api.example.com'] as const]),
    ...addresses.map((url) => [url, '203.0.113.7'] as const),
  ].map(([url, hosts]) =>
    attack('guard', `${url} with PRODUCTION_HOSTS=${hosts || '(nothing)'}`, SAFE, () => getDanger(url, hosts)),
  ),
  ...attacksBy(
    'guard',
    SAFE,
    toTable(credentials, (name) => `a tunnel on loopback, live tokens and ${name}`),
    (name) => {
      recordLiveMode('answered', { live_mode: true });
      return getDanger('http://127.0.0.1:1', '', { [name]: 'x' });
    },
  ),
  ...attacksBy('what only a program may set', 'no effect', toTable(variables), async (name) => {
    const server = await startHostile((socket) => socket.end('HTTP/1.1 204 None\r\n\r\n'));
    const places = { BASE_URL: server.baseUrl, PROVIDER_STATES_URL: server.statesUrl };
    const gate = (more: Record<string, string>) => runCommand('gate', ['/nowhere.json'], { ...places, ...more });
    const [usual, forged] = [await gate({}), await gate({ [name]: '/etc/hostname' })];
    await server.close();
    return usual.stderr === forged.stderr ? 'no effect' : forged.stderr;
  }),
];
