import { readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { expect } from '@playwright/test';
import { close, listen } from '../tools/listen.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { runSuite, type SuiteRun } from '../tools/run-suite.ts';
import type { HostileAnswer } from './answers.ts';

/** A run against a hostile server: its result, and the peak memory of one of its processes. */
export interface HostileRun extends SuiteRun {
  readonly peakMegabytes: number;
}

/** Runs the in-store order tests of some requirements against a server that always sends one response. */
export async function runAgainst(write: (socket: Socket) => void, grep: string): Promise<HostileRun> {
  const folder = ownFolder('peaks');
  const peaks = path.join(folder, 'peaks');
  const server = await startHostile(write);
  const run = await runSuite(
    {
      BASE_URL: server.baseUrl,
      PROVIDER_STATES_URL: server.statesUrl,
      REQUEST_TIMEOUT: '2',
      NODE_OPTIONS: `--import=${new URL('peak.mjs', import.meta.url)}`,
      PEAKS_FILE: peaks,
    },
    '--project=instore-orders',
    `--grep=${grep}`,
  );
  await server.close();
  const kilobytes = readFileSync(peaks, 'utf8').trim().split('\n').map(Number);
  rmSync(folder, { recursive: true });
  return { ...run, peakMegabytes: Math.max(...kilobytes) / 1024 };
}

/** Expects that a hostile response fails the requirement with its message, without an internal error. */
export function expectBreach(run: SuiteRun, { breaks, says }: Pick<HostileAnswer, 'breaks' | 'says'>): void {
  const { requirements, errors, verdict } = run.document();
  const broken = requirements.find(({ id }) => id === breaks);
  expect([run.code, verdict, errors]).toEqual([1, 'NON-CONFORMANT', []]);
  expect(broken?.outcome).toBe('failed');
  expect(broken?.reason?.toLowerCase()).toContain(says.toLowerCase());
}

/** A running hostile server with harmless provider states. */
export interface HostileServer {
  readonly baseUrl: string;
  readonly statesUrl: string;
  readonly close: () => Promise<void>;
}

/** Values that serve for any state: those of `an open in-store order`. */
const values = { user_id: '1', external_pos_id: 'pos', access_token: 'APP_USR-1-010100-hostile' };

/** Starts a server that sends the same raw bytes for every request. */
export async function startHostile(write: (socket: Socket) => void): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const target = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      if (chunk.includes(' HTTP/1.1\r\n')) write(socket);
    });
  });
  const states = createHttpServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(values));
  });
  const baseUrl = await listen(target);
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await Promise.all([target, states].map(close));
  };
  return { baseUrl, statesUrl: await listen(states), close: stop };
}
