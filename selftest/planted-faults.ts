import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// `node --import tsx selftest/planted-faults.ts [WORD]`: plants one fault in each of some modules of the suite, in a copy of
// it, and runs the self-test that is to notice it. A self-test that is made faster must go on noticing.

interface Planted {
  readonly module: string;
  readonly sound: string;
  readonly faulty: string;
  /** A self-test of `npm test` that fails on it. */
  readonly noticedBy: string;
}

const planted: readonly Planted[] = [
  {
    module: 'suite/results/verdict.ts',
    sound: "return 'NON-CONFORMANT';",
    faulty: "return 'CONFORMANT';",
    noticedBy: 'verdict.spec',
  },
  {
    module: 'suite/fixtures/playwright.ts',
    sound: "if (test.expectedStatus === 'failed') test.expectedStatus = 'passed';",
    faulty: 'void test;',
    noticedBy: 'upgrade.spec',
  },
  {
    module: 'suite/run/in-order.ts',
    sound: 'if (notes) notes.push(note);',
    faulty: 'if (notes && !note) notes.push(note);',
    noticedBy: 'side-by-side.spec',
  },
  {
    module: 'suite/http/retry.ts',
    sound: 'return Number(value);',
    faulty: 'return 0;',
    noticedBy: 'throttle.spec',
  },
  {
    module: 'suite/http/content.ts',
    sound: 'fatal: true',
    faulty: 'fatal: false',
    noticedBy: 'hostile.spec',
  },
  {
    module: 'suite/safety/guard.ts',
    sound: 'own === host ||',
    faulty: 'own !== host ||',
    noticedBy: 'guard.spec',
  },
  {
    module: 'suite/safety/token-answer.ts',
    sound: 'const answer = await ask();',
    faulty: 'const answer = ask;',
    noticedBy: 'guard.spec',
  },
  {
    module: 'suite/safety/accounts.ts',
    sound: 'if (stranger !== undefined) end(',
    faulty: "if (stranger === '') end(",
    noticedBy: 'accounts.spec',
  },
  {
    module: 'suite/safety/budget/spend.ts',
    sound: '?? outOf(budget);',
    faulty: "?? '';",
    noticedBy: 'budget.spec',
  },
  {
    module: 'suite/fixtures/waive.ts',
    sound: 'found.includes(undefined)',
    faulty: 'false',
    noticedBy: 'waivers.spec',
  },
  {
    module: 'suite/run/settings/target.ts',
    sound: "loopback.addSubnet('127.0.0.0', 8);",
    faulty: "loopback.addSubnet('0.0.0.0', 0);",
    noticedBy: 'target.spec',
  },
  {
    module: 'reporters/derived.ts',
    sound: 'escape_formulas: true',
    faulty: 'escape_formulas: false',
    noticedBy: 'derived-reports.spec',
  },
  {
    module: '.github/workflows/gate.yml',
    sound: 'folder: caller',
    faulty: 'folder: suite',
    noticedBy: 'gate-workflow.spec',
  },
  {
    module: 'sdk/wire/leave.ts',
    sound: 'const proxy = HTTPS_PROXY ?? https_proxy;',
    faulty: "const proxy = HTTPS_PROXY === https_proxy ? '' : '';",
    noticedBy: 'callers-proxy.spec',
  },
  {
    module: 'sdk/entrance/network.ts',
    sound: 'if (status === 0) return;',
    faulty: 'if (status !== -1) return;',
    noticedBy: 'ways.spec',
  },
  {
    module: 'suite/results/statement/verify.ts',
    sound: '...clientProblems(payload, folder),',
    faulty: '',
    noticedBy: 'verdict/statement.spec',
  },
  {
    module: 'cli/check/remarks.ts',
    sound: 'children.findLast(',
    faulty: 'children.find(',
    noticedBy: 'check.spec',
  },
  {
    module: 'cli/check/written.ts',
    sound: 'lengthAsWritten(text.slice(body.offset + 1), offset)',
    faulty: 'offset',
    noticedBy: 'check.spec',
  },
  {
    module: 'cli/check/remarks.ts',
    sound: 'outermost(path, sent)',
    faulty: 'path',
    noticedBy: 'check.spec',
  },
  {
    module: 'sdk/contract/unlisted.ts',
    sound: 'industry && inExamples[industry]',
    faulty: 'industry && {}',
    noticedBy: 'check.spec',
  },
  {
    module: 'cli/schemas.ts',
    sound: '&& place !== timestamp',
    faulty: '',
    noticedBy: 'schemas.spec',
  },
];

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
  if (!text.includes(sound))
    throw new Error(`${module} has no "${sound}" any more: plant another fault there.`);
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
