import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Pool } from 'undici';

/** Requests a second that a server answers, one after the other on each connection. */
export interface Throughput {
  readonly atOne: number;
  readonly atThirtyTwo: number;
}

const SECONDS = { warm: 0.5, measured: 2 } as const;

const broken = {
  method: 'POST',
  path: '/oauth/token',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ grant_type: 'password', client_id: '1', client_secret: 'none' }),
} as const;

/** Measures a server of selftest/bench/served.ts, in a process of its own. */
export async function throughputOf(server: string): Promise<Throughput> {
  const words = ['--import', 'tsx', 'selftest/bench/served.ts', server];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [first] = await once(child.stdout, 'data');
  const origin = String(first).trim();
  const at = async (connections: number) => {
    const pool = new Pool(origin, { connections, pipelining: 1 });
    await sendFor(SECONDS.warm, pool, connections);
    const sent = await sendFor(SECONDS.measured, pool, connections);
    await pool.destroy();
    return sent / SECONDS.measured;
  };
  try {
    return { atOne: await at(1), atThirtyTwo: await at(32) };
  } finally {
    child.kill();
  }
}

/** How many requests were answered meanwhile. */
async function sendFor(seconds: number, pool: Pool, connections: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let answered = 0;
  const sendOn = async () => {
    while (performance.now() < end) {
      const { statusCode, body } = await pool.request(broken);
      await body.dump();
      if (statusCode !== 400) throw new Error(`A broken token request was answered ${statusCode}.`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, sendOn));
  return answered;
}
