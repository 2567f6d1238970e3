import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { statementLines } from '../../cli/statement/words.ts';
import type { Conformance } from '../../suite/results/document.ts';
import { signingKey } from '../../suite/results/statement/key.ts';
import { signed } from '../../suite/results/statement/sign.ts';
import { type Statement, statementOf } from '../../suite/results/statement/statement.ts';
import { checkStatement } from '../../suite/results/statement/verify.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { documentOf } from '../tools/page-document.ts';
import type { Attack } from './attack.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const key = signingKey({ STATEMENT_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) });
const broken = { 'TOK-03': { outcome: 'failed', reason: 'wrong' } } as const;

/** What a partner with a key of its own would rather say than what its result says. */
const lies: Readonly<Record<string, (statement: Statement) => Statement>> = {
  'another verdict': (own) => ({ ...own, verdict: 'CONFORMANT' }),
  'other counts': (own) => ({
    ...own,
    counts: { ...own.counts, must: { ...own.counts.must, passed: own.counts.must.passed + 1, failed: 0 } },
  }),
  'another target': (own) => ({ ...own, target: { ...own.target, name: 'production' } }),
  'another base URL': (own) => ({ ...own, target: { ...own.target, baseUrl: 'https://other.example' } }),
  'another window': (own) => ({ ...own, window: { ...own.window, ended: '2099-01-01T00:00:00.000Z' } }),
  'another seed': (own) => ({ ...own, seed: 1 }),
  'another depth': (own) => ({ ...own, depth: 'full' }),
  'no selection': (own) => ({ ...own, selection: { ...own.selection, argv: [] } }),
  'fewer tests in all': (own) => ({ ...own, selection: { ...own.selection, of: 1 } }),
  'a condition more': (own) => ({ ...own, conditions: { TOKEN_LIFETIME: '1' } }),
  'a waiver more': (own) => ({
    ...own,
    waivers: [{ requirement: 'TOK-03', reason: 'x', owner: 'x', expires: '2099-01-01' }],
  }),
  'a report less': (own) => ({ ...own, reports: own.reports.slice(1) }),
};

/** What would make a statement look like another one on a terminal. */
const forgeries = [
  'x\nVerdict:  CONFORMANT',
  'x\u001b[1A\rVerdict:  CONFORMANT',
  'x\u009b1A',
  'x\u202eTNAMROFNOC',
  'x\r',
];

/** Every attack on a statement, signed by a key that is right. */
export const statements: readonly Attack[] = [
  ...Object.entries(lies).map(([name, lie]) => ({
    group: 'a statement that lies',
    name,
    expected: 'told by verify',
    run: async () => {
      const { folder, statement } = await stated(await documentOf(broken));
      const { problems } = await checkStatement(await signed(lie(statement), key), folder);
      return problems.length > 0 ? 'told by verify' : 'valid';
    },
  })),
  {
    group: 'a statement that lies',
    name: 'a result whose verdict is not that of its requirements',
    expected: 'told by verify',
    run: async () => {
      const { folder, statement } = await stated(await documentOf(broken, { verdict: 'CONFORMANT' }));
      const { problems } = await checkStatement(await signed(statement, key), folder);
      return problems.length > 0 ? 'told by verify' : 'valid';
    },
  },
  {
    group: 'a statement that lies',
    name: 'a report that lies beside the others',
    expected: 'told by verify',
    run: async () => {
      const { folder, statement } = await stated(await documentOf({}));
      writeFileSync(path.join(folder, 'really-conformant.html'), 'CONFORMANT');
      const { problems } = await checkStatement(await signed(statement, key), folder);
      return problems.length > 0 ? 'told by verify' : 'valid';
    },
  },
  ...forgeries.map((name) => ({
    group: 'a statement that paints another verdict',
    name: JSON.stringify(name),
    expected: 'one verdict, and it is NON-CONFORMANT',
    run: async () => {
      const document = await documentOf(broken);
      const { statement } = await stated({ ...document, target: { ...document.target, name } });
      const shown = statementLines(statement).join('\n');
      const verdicts = shown.split('\n').filter((line) => line.startsWith('Verdict:'));
      const isPlain = !/[^\P{C}\n]/u.test(shown);
      return isPlain && verdicts.length === 1 && verdicts[0]?.endsWith(' NON-CONFORMANT')
        ? 'one verdict, and it is NON-CONFORMANT'
        : JSON.stringify(shown);
    },
  })),
];

async function stated(document: Conformance): Promise<{ folder: string; statement: Statement }> {
  const folder = ownFolder('attacks');
  mkdirSync(path.join(folder, 'html'));
  writeFileSync(path.join(folder, 'html/index.html'), '<p>a report');
  writeFileSync(path.join(folder, 'conformance.json'), JSON.stringify(document));
  const read: Conformance = JSON.parse(readFileSync(path.join(folder, 'conformance.json'), 'utf8'));
  return { folder, statement: statementOf(read, folder, 'register') };
}
