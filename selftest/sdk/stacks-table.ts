import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { markdownTable } from 'markdown-table';
import writeFileAtomic from 'write-file-atomic';
import { inShort, runGate } from './run-gate.ts';
import { missingProgram, type Stack, stacks } from './stacks.ts';

// Runs every client by each of its ways and writes what came of it into docs/gate-an-sdk.md.

const page = 'docs/gate-an-sdk.md';
const table = /(<!-- stacks -->\n).*?(<!-- \/stacks -->)/s;
const ways = ['proxy', 'node', 'transparent'] as const;

const rows: string[][] = [];
for (const stack of stacks) rows.push(await rowOf(stack));
const written = markdownTable([['client', 'version', ...ways.map((way) => `--${way}`)], ...rows]);
await writeFileAtomic(page, readFileSync(page, 'utf8').replace(table, `$1${written}\n$2`));
console.log(written);

async function rowOf(stack: Stack): Promise<string[]> {
  const missing = missingProgram(stack.probe);
  if (missing) return [stack.name, 'not run', ...ways.map(() => '')];
  const cells: string[] = [];
  for (const way of ways) cells.push(stack.ways.includes(way) ? await cellOf(stack, way) : '');
  return [stack.name, versionOf(stack.version), ...cells];
}

async function cellOf({ command }: Stack, way: string): Promise<string> {
  const { code, result } = await runGate(`--${way}`, '--', ...command);
  const protocols = [...new Set(result().requests.map(({ protocol }) => protocol.replace('.0', '')))];
  return code === 0 ? protocols.join(', ') : inShort(result()).join(', ') || 'does not get through';
}

function versionOf([program = '', ...args]: readonly string[]): string {
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return /\d+(?:\.\d+)+/.exec(stdout + stderr)?.[0] ?? 'unknown';
}
