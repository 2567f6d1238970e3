import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundles, type Trust } from './trust.ts';

/** Makes every address and every name of this network this machine, and the authority one that it trusts. */
export function enterNetwork(folder: string, hosts: readonly string[], { bundle }: Trust): void {
  ip('link', 'set', 'lo', 'up');
  ip('route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo');
  if (existsSync('/proc/net/if_inet6')) ip('-6', 'route', 'add', 'local', '::/0', 'dev', 'lo');
  mounted(folder, '/etc/hosts', `127.0.0.1 localhost ${hosts.join(' ')}\n::1 localhost\n`);
  mounted(folder, '/etc/resolv.conf', 'nameserver 127.0.0.1\n');
  for (const file of bundles.filter((one) => existsSync(one))) mount(bundle, file);
}

function mounted(folder: string, place: string, text: string): void {
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
