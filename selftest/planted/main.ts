import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Planted, planted } from './rows.ts';

// `node --import tsx selftest/planted/main.ts [WORD]`: plants one fault in each of some modules of the suite, in a copy of
// it, and runs the self-test that is to notice it. A self-test that is made faster must go on noticing.

const [, , word = ''] = process.argv;
const copy = copyOfSuite();
const missed: string[] = [];
for (const fault of planted.filter(({ module, noticedBy }) => `${module} ${noticedBy}`.includes(word))) {
  const isNoticed = await notices(fault);
  process.stdout.write(`${isNoticed ? 'noticed' : 'MISSED '} ${fault.module} by ${fault.noticedBy}\n`);
  if (!isNoticed) missed.push(fault.module);
}
rmSync(copy, { recursive: true });
process.exitCode = missed.length === 0 ? 0 : 1;

/** Whether the self-test passes on the sound module and fails on the faulty one. */
async function notices({ module, sound, faulty, noticedBy }: Planted): Promise<boolean> {
  const file = path.join(copy, module);
  const text = readFileSync(file, 'utf8');
  if (!(await passes(noticedBy))) throw new Error(`${noticedBy} fails without a fault: mend that first.`);
  writeFileSync(file, text.replace(sound, faulty));
  const isUnnoticed = await passes(noticedBy);
  writeFileSync(file, text);
  return !isUnnoticed;
}

function copyOfSuite(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'planted-'));
  const isLeftOut = (name: string) => ['node_modules', 'reports', '.git'].includes(path.relative('.', name));
  cpSync('.', folder, { recursive: true, filter: (name) => !isLeftOut(name) });
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

async function passes(name: string): Promise<boolean> {
  const words = ['test', '-c', 'selftest', `/${name}`, '-x', '--reporter=line'];
  const child = spawn('node_modules/.bin/playwright', words, { cwd: copy, stdio: 'ignore' });
  return (await new Promise((resolve) => child.on('close', resolve))) === 0;
}
