import { crc32 } from 'node:zlib';
import type { Settings } from '../run/settings/settings.ts';

/** What the clients of a service call themselves every day. */
const usual = [
  'axios/1.7.9',
  'curl/8.11.1',
  'Go-http-client/1.1',
  'GuzzleHttp/7',
  'Java/21.0.5',
  'node',
  'okhttp/4.12.0',
  'python-requests/2.32.3',
] as const;

/** The User-Agent of a run: the one that is set, else a usual one, so that no target can tell the suite by it. */
export function userAgent({ USER_AGENT, SEED }: Pick<Settings, 'USER_AGENT' | 'SEED'>): string {
  return USER_AGENT || (usual[crc32(`${SEED} User-Agent`) % usual.length] ?? usual[0]);
}
