import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerNames, enterNetwork } from '../entrance/network.ts';
import { writeTrust } from '../entrance/trust.ts';
import { environmentOf, type Way } from '../entrance/ways.ts';
import type { Receiver } from '../wire/arrivals.ts';
import { createAuthority } from '../wire/authority.ts';
import { leaveTo } from '../wire/leave.ts';
import { startListener } from '../wire/listener.ts';
import { MARK } from './leftovers.mjs';

const watcher = fileURLToPath(new URL('watcher.mjs', import.meta.url));

/** Starts a process that clears up after this one where it is killed; what is returned lets it go. */
function startWatcher(mark: string, folder: string): () => void {
  // A session of its own, so that a signal to the gate's group spares it.
  const child = spawn(process.execPath, [watcher, mark, folder], {
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  return () => void child.stdin.end();
}

/** Says where a gate lets requests in, and what it lets out. */
export interface DoorOptions {
  readonly way: Way;
  readonly baseUrlVariables: readonly string[];
  /** The hosts of the API. */
  readonly hosts: readonly string[];
  /** Hosts that connections may reach, all others being refused. */
  readonly allowedHosts: readonly string[];
  /** Says where it listens; 127.0.0.1 and any free port where nothing is said. */
  readonly address?: string;
  readonly port?: number;
  /** Holds what the environment of the client is added to. */
  readonly inherited: NodeJS.ProcessEnv;
}

/** An open door. */
export interface Door {
  readonly url: string;
  /** The authority's certificate, as PEM. */
  readonly authority: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Returns the numbers of what arrived and was lost. */
  readonly close: () => Promise<number[]>;
}

/** Opens one: a listener, a folder with what clients trust it by, and a watcher that removes it whatever happens. */
export async function openDoor(
  options: DoorOptions,
  receiver: Receiver,
  passed: (place: string) => void,
): Promise<Door> {
  const { way, hosts, allowedHosts, inherited } = options;
  const folder = mkdtempSync(path.join(tmpdir(), 'sdk-gate-'));
  const mark = path.basename(folder);
  const unwatch = startWatcher(mark, folder);
  const authority = await createAuthority(hosts);
  const trust = await writeTrust(folder, authority.pem, inherited, way !== 'node');
  if (way === 'transparent') enterNetwork(folder, hosts, trust);
  const names = way === 'transparent' ? await answerNames() : undefined;
  const leave = leaveTo(allowedHosts, inherited, passed);
  const listener = await startListener({ authority, leave, ...receiver, ...places(options) });
  const environment = environmentOf(way, { ...options, port: listener.port, trust }, inherited);
  return {
    url: `http://127.0.0.1:${listener.port}`,
    authority: authority.pem,
    environment: { ...environment, [MARK]: mark },
    close: async () => {
      names?.stop();
      const lost = await listener.stop();
      rmSync(folder, { recursive: true, force: true });
      unwatch();
      return lost;
    },
  };
}

/** In a network of its own every address is the gate's, at the ports of http and https too. */
function places({ way, address = '127.0.0.1', port = 0 }: DoorOptions) {
  return way === 'transparent' ? { address: '::', ports: [port, 443, 80] } : { address, ports: [port] };
}
