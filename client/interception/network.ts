import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { environment } from '#run/context';
import { bundles, type Trust } from './modes.ts';

const INSIDE = 'SDK_GATE_INSIDE';

const namespaces = ['--net', '--mount', '--map-root-user'];

/** Returns true if this process runs in a network of its own already. */
export function isInside(): boolean {
  return environment()[INSIDE] === '1';
}

/** Starts this program again in a network of its own; returns its exit code. Throws if it cannot. */
export async function runInside(): Promise<number> {
  requireTool('ip', ['-V'], 'iproute2');
  requireTool('unshare', [...namespaces, 'true'], 'util-linux, and a kernel that allows namespaces', unrestricted);
  const words = [...namespaces, process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const child = spawn('unshare', words, { stdio: 'inherit', env: { ...environment(), [INSIDE]: '1' } });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code]: (number | null)[] = await once(child, 'exit');
  return code ?? 1;
}

const unrestricted =
  'If AppArmor restricts user namespaces, run sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0. Else use';

/** Throws if a tool is missing or fails; `remedy` begins the next step where it is there but fails. */
function requireTool(tool: string, args: readonly string[], from: string, remedy = 'Use'): void {
  const { status, error, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  if (status === 0) return;
  const reason = (error?.message ?? stderr).trim().split('\n')[0];
  const next = `${error ? 'Use' : remedy} --proxy, --node or --base-url.`;
  throw new Error(`--transparent needs Linux with ${tool} (${from}). It failed: ${reason}. ${next}`);
}

/** Makes every address and name of this network this machine, and trusts the authority. */
export function enterNetwork(folder: string, hosts: readonly string[], { bundle }: Trust): void {
  ip('link', 'set', 'lo', 'up');
  ip('route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo');
  if (existsSync('/proc/net/if_inet6')) ip('-6', 'route', 'add', 'local', '::/0', 'dev', 'lo');
  writeAndMount(folder, '/etc/hosts', `127.0.0.1 localhost ${hosts.join(' ')}\n::1 localhost\n`);
  writeAndMount(folder, '/etc/resolv.conf', 'nameserver 127.0.0.1\n');
  for (const file of bundles.filter((one) => existsSync(one))) mount(bundle, file);
}

function writeAndMount(folder: string, place: string, text: string): void {
  const file = path.join(folder, path.basename(place));
  writeFileSync(file, text);
  if (existsSync(place)) mount(file, place);
}

function mount(file: string, place: string): void {
  execFileSync('mount', ['--bind', file, place]);
}

function ip(...words: string[]): void {
  execFileSync('ip', words);
}

const ipv4 = 1;
const header = 12;

/** Serves DNS (RFC 1035): every name is this machine, so that every request of a client comes to the gate. */
export async function serveNames(): Promise<{ readonly stop: () => void }> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const response = toResponse(question);
    if (response) socket.send(response, port, address);
  });
  socket.bind(53, '127.0.0.1');
  await once(socket, 'listening');
  return { stop: () => socket.close() };
}

/** Returns the question with the record 127.0.0.1 if it is for an IPv4 address, else without a record. */
function toResponse(question: Buffer): Buffer | undefined {
  const end = findEndOfName(question) + 4;
  if (end > question.length) return undefined;
  const isForAddress = question.readUInt16BE(end - 4) === ipv4;
  const head = Buffer.from(question.subarray(0, header));
  head.writeUInt16BE(0x8180, 2); // a response, recursion available, no error
  head.writeUInt16BE(isForAddress ? 1 : 0, 6);
  head.writeUInt32BE(0, 8); // neither authority nor additional records
  // The name of the question, an IPv4 address, of the internet, for a minute, four bytes.
  const record = Buffer.from([0xc0, header, 0, ipv4, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]);
  return Buffer.concat([head, question.subarray(header, end), ...(isForAddress ? [record] : [])]);
}

function findEndOfName(message: Buffer): number {
  let at = header;
  while (message[at]) at += (message[at] ?? 0) + 1;
  return at + 1;
}
