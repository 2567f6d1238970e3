import { request } from '@playwright/test';
import type { ResponseRecord } from '#api/exchange';
import { createSend } from '#http/send';
import { startHostile } from '../hostile/run-hostile.ts';

/** An attack that tries to fake a pass, or to hide or forge a verdict, and the expected observation. */
export interface Attack {
  readonly group: string;
  readonly name: string;
  readonly expected: string;
  readonly run: () => string | Promise<string>;
}

export function attack(group: string, name: string, expected: string, run: Attack['run']): Attack {
  return { group, name, expected, run };
}

/** Returns an attack for each row of a table. */
export function attacksBy<T>(
  group: string,
  expected: string,
  table: Readonly<Record<string, T>>,
  run: (value: T, name: string) => string | Promise<string>,
): Attack[] {
  return Object.entries(table).map(([name, value]) => attack(group, name, expected, () => run(value, name)));
}

/** Returns a table of texts by their names; by default, texts are their own names. */
export function toTable(texts: readonly string[], toName = (text: string) => text): Record<string, string> {
  return Object.fromEntries(texts.map((text) => [toName(text), text]));
}

/** Returns `seen` if a call is rejected with a message of this form, else its message. */
export function getRejection(call: () => unknown, form: RegExp, seen: string): string {
  try {
    call();
    return 'taken';
  } catch (error) {
    return form.test(String(error)) ? seen : String(error);
  }
}

export const oneTest = ['--project=instore-orders', '--grep=@ORD-01'];

const LONGEST = 120_000;
const MOST = 600;

export type Attacked = Awaited<ReturnType<typeof carryOut>>;

export async function carryOut(own: Attack) {
  const began = performance.now();
  const had = process.memoryUsage().rss;
  const seen = await (async () => own.run())().catch((error: unknown) => `threw: ${error}`);
  const milliseconds = Math.round(performance.now() - began);
  const megabytes = Math.max(0, Math.round((process.memoryUsage().rss - had) / 1e6));
  return { ...own, seen, milliseconds, megabytes };
}

/** Returns true if the suite resisted the attack within its limits. */
export function isWarded({ expected, seen, milliseconds, megabytes }: Attacked): boolean {
  return seen === expected && milliseconds <= LONGEST && megabytes <= MOST;
}

/** Sends a body byte by byte from a loopback server and returns the response as the suite records it. */
export async function getResponse(body: string | Buffer, fields = ''): Promise<ResponseRecord> {
  const bytes = Buffer.from(body);
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${fields}content-length: ${bytes.length}\r\n\r\n`;
  const server = await startHostile((socket) => {
    socket.write(head);
    socket.write(bytes);
  });
  const send = createSend(() => request.newContext(), 20);
  return send({ method: 'GET', url: server.baseUrl, headers: {} }).finally(server.close);
}
