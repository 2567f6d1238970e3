import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { environment } from '../../suite/run/context.ts';
import { moduleFile } from '../../suite/run/process/program.ts';

/** Says to the process inside that it is there. */
const INSIDE = 'SDK_GATE_INSIDE';

const namespaces = ['--net', '--mount', '--map-root-user'];
const elsewhere = 'take --proxy, --node or --base-url';

/** Whether this process runs in a network of its own already. */
export function isInside(): boolean {
  return environment()[INSIDE] === '1';
}

/** Starts this program again in a network of its own; returns its exit code. Throws one sentence where there is none. */
export async function runInside(program = moduleFile('sdk/main')): Promise<number> {
  mustHave('ip', ['-V'], 'iproute2');
  mustHave('unshare', [...namespaces, 'true'], 'util-linux, and a kernel that lets you make namespaces');
  const words = [...namespaces, process.execPath, ...process.execArgv, program, ...process.argv.slice(2)];
  const child = spawn('unshare', words, { stdio: 'inherit', env: { ...environment(), [INSIDE]: '1' } });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code]: (number | null)[] = await once(child, 'exit');
  return code ?? 1;
}

function mustHave(tool: string, args: readonly string[], from: string): void {
  const { status, error, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  if (status === 0) return;
  const reason = (error?.message ?? stderr).trim().split('\n')[0];
  throw new Error(
    `--transparent needs Linux with ${tool} (${from}), and here: ${reason}. Else ${elsewhere}.`,
  );
}
