import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { statementLines } from '#cli/statement/command';
import type { Conformance } from '#results/document';
import { signingKey } from '#results/statement/key';
import { CLIENT, type Statement, signed, statementOf } from '#results/statement/statement';
import { type Checked, checkStatement } from '#results/statement/verify';
import { ownFolder } from '../tools/own-folder.ts';
import { documentOf } from '../tools/page-document.ts';
import type { Attack } from './attack.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const key = signingKey({ STATEMENT_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) });
const broken = { 'TOK-03': { outcome: 'failed', reason: 'wrong' } } as const;

/** Holds what a partner with a key of its own would rather say than what its result says. */
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

type Client = NonNullable<Statement['client']>;

/** The same of the client whose run is stated beside the service's. */
const clientLies: Readonly<Record<string, (client: Client) => Client>> = {
  'another verdict': (own) => ({ ...own, verdict: 'CONFORMANT' }),
  'other counts': (own) => ({ ...own, counts: { ...own.counts, must: { ...own.counts.must, failed: 0 } } }),
  'another target': (own) => ({ ...own, target: { ...own.target, name: 'production' } }),
  'another product': (own) => ({ ...own, product: { ...own.product, name: 'another' } }),
  'another window': (own) => ({ ...own, window: { ...own.window, ended: '2099-01-01T00:00:00.000Z' } }),
  'another suite': (own) => ({ ...own, suite: { ...own.suite, version: '9.9.9' } }),
  'another set': (own) => ({ ...own, set: '2099-01' }),
  'a service in its place': (own) => ({ ...own, subject: 'service' }),
  'a condition less': (own) => ({ ...own, conditions: {} }),
};

/** Holds what would make a statement look like another one on a terminal. */
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
    expected: 'reported by verify',
    run: async () => {
      const { folder, statement } = await stated(await documentOf(broken));
      return describe(await checkStatement(await signed(lie(statement), key), folder));
    },
  })),
  {
    group: 'a statement that lies',
    name: 'a result whose verdict is not that of its requirements',
    expected: 'reported by verify',
    run: async () => {
      const { folder, statement } = await stated(await documentOf(broken, { verdict: 'CONFORMANT' }));
      return describe(await checkStatement(await signed(statement, key), folder));
    },
  },
  {
    group: 'a statement that lies',
    name: 'a report that lies beside the others',
    expected: 'reported by verify',
    run: async () => {
      const { folder, statement } = await stated(await documentOf({}));
      writeFileSync(path.join(folder, 'really-conformant.html'), 'CONFORMANT');
      return describe(await checkStatement(await signed(statement, key), folder));
    },
  },
  ...Object.entries(clientLies).map(([name, lie]) => ({
    group: "a statement that lies of the client's part",
    name,
    expected: 'reported by verify',
    run: async () => {
      const { folder, statement } = await stated(await documentOf({}), await clientDocument());
      const { client } = statement;
      const lied = client ? { ...statement, client: lie(client) } : statement;
      return describe(await checkStatement(await signed(lied, key), folder));
    },
  })),
  {
    group: "a statement that lies of the client's part",
    name: 'a client of which there is no result',
    expected: 'reported by verify',
    run: async () => {
      const { client } = (await stated(await documentOf({}), await clientDocument())).statement;
      const { folder, statement } = await stated(await documentOf({}));
      const lied = client ? { ...statement, client } : statement;
      return describe(await checkStatement(await signed(lied, key), folder));
    },
  },
  {
    group: "a statement that lies of the client's part",
    name: "a client's result that was changed after signing",
    expected: 'reported by verify',
    run: async () => {
      const { folder, statement } = await stated(await documentOf({}), await clientDocument());
      writeFileSync(path.join(folder, CLIENT, 'conformance.json'), JSON.stringify(await documentOf({})));
      return describe(await checkStatement(await signed(statement, key), folder));
    },
  },
  {
    group: 'a statement that lies',
    name: 'no report at all',
    expected: 'reported by verify',
    run: async () => {
      const { statement } = await stated(await documentOf({}));
      return describe(await checkStatement(await signed({ ...statement, reports: [] }, key), ownFolder('attacks')));
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

/** A client that a condition stands beside, and that is not conformant. */
function clientDocument(): Promise<Conformance> {
  return documentOf(broken, { conditions: { TOKEN_LIFETIME: '1' } }, { subject: 'client' });
}

async function stated(document: Conformance, client?: Conformance): Promise<{ folder: string; statement: Statement }> {
  const folder = ownFolder('attacks');
  mkdirSync(path.join(folder, 'html'));
  writeFileSync(path.join(folder, 'html/index.html'), '<p>a report');
  const service = written(folder, document);
  if (!client) return { folder, statement: statementOf(service, folder, 'register') };
  mkdirSync(path.join(folder, CLIENT));
  const beside = written(path.join(folder, CLIENT), client);
  return { folder, statement: statementOf(service, folder, 'register', beside) };
}

/** The result as the reader of the file has it. */
function written(folder: string, document: Conformance): Conformance {
  const file = path.join(folder, 'conformance.json');
  writeFileSync(file, JSON.stringify(document));
  return JSON.parse(readFileSync(file, 'utf8'));
}

function describe({ problems }: Checked): string {
  return problems.length > 0 ? 'reported by verify' : 'valid';
}
