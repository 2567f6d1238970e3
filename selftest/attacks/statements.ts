import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { statementLines } from '#cli/statement';
import type { Conformance } from '#results/document';
import { CLIENT, createStatement, readSigningKey, type Statement, signStatement } from '#results/statement/statement';
import { checkStatement } from '#results/statement/verify';
import { ownFolder } from '../tools/own-folder.ts';
import { getDocument } from '../tools/page-document.ts';
import { type Attack, attack, attacksBy } from './attack.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const key = readSigningKey({ STATEMENT_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) });
const waived = { reason: 'x', owner: 'x', expires: '2099-01-01' };
const broken = { 'TOK-03': { outcome: 'failed', reason: 'wrong' } } as const;

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
  'a waiver more': (own) => ({ ...own, waivers: [{ requirement: 'TOK-03', ...waived }] }),
  'a report less': (own) => ({ ...own, reports: own.reports.slice(1) }),
};

type Client = NonNullable<Statement['client']>;

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

const forgeries = [
  ...['x\nVerdict:  CONFORMANT', 'x\u001b[1A\rVerdict:  CONFORMANT', 'x\u009b1A', 'x\u202eTNAMROFNOC', 'x\r'],
];

const REPORTED = 'reported by verify';
const LIES = 'a statement that lies';
const OF_CLIENT = "a statement that lies of the client's part";
const ONE = 'one verdict, and it is NON-CONFORMANT';

type Stated = Awaited<ReturnType<typeof stated>>;

async function verified(own: Promise<Stated>, change: (own: Stated) => Statement = (each) => each.statement) {
  const made = await own;
  const { problems } = await checkStatement(await signStatement(change(made), key), made.folder);
  return problems.length > 0 ? REPORTED : 'valid';
}

const withClient = async () => stated(await getDocument({}), await clientDocument());

const wholeLies: Readonly<Record<string, () => Promise<string>>> = {
  'a result whose verdict is not that of its requirements': async () =>
    verified(stated(await getDocument(broken, { verdict: 'CONFORMANT' }))),
  'a report that lies beside the others': async () =>
    verified(stated(await getDocument({})), ({ folder, statement }) => {
      writeFileSync(path.join(folder, 'really-conformant.html'), 'CONFORMANT');
      return statement;
    }),
  'no report at all': async () => {
    const { statement } = await stated(await getDocument({}));
    return verified(Promise.resolve({ folder: ownFolder('attacks'), statement: { ...statement, reports: [] } }));
  },
};

const wholeClientLies: Readonly<Record<string, () => Promise<string>>> = {
  'a client without a result': async () => {
    const { client } = (await withClient()).statement;
    return verified(stated(await getDocument({})), ({ statement }) => ({ ...statement, ...(client && { client }) }));
  },
  "a client's result that was changed after signing": async () => {
    const changed = JSON.stringify(await getDocument({}));
    return verified(withClient(), ({ folder, statement }) => {
      writeFileSync(path.join(folder, CLIENT, 'conformance.json'), changed);
      return statement;
    });
  },
};

/** Every attack on a statement that is signed by the right key. */
export const statements: readonly Attack[] = [
  ...attacksBy(LIES, REPORTED, lies, async (lie) =>
    verified(stated(await getDocument(broken)), ({ statement }) => lie(statement)),
  ),
  ...attacksBy(LIES, REPORTED, wholeLies, (run) => run()),
  ...attacksBy(OF_CLIENT, REPORTED, clientLies, (lie) =>
    verified(withClient(), ({ statement }) => {
      const { client } = statement;
      return client ? { ...statement, client: lie(client) } : statement;
    }),
  ),
  ...attacksBy(OF_CLIENT, REPORTED, wholeClientLies, (run) => run()),
  ...forgeries.map((name) =>
    attack('a statement that paints another verdict', JSON.stringify(name), ONE, async () => {
      const document = await getDocument(broken);
      const { statement } = await stated({ ...document, target: { ...document.target, name } });
      const shown = statementLines(statement).join('\n');
      const verdicts = shown.split('\n').filter((line) => line.startsWith('Verdict:'));
      const isPlain = !/[^\P{C}\n]/u.test(shown);
      const isOne = isPlain && verdicts.length === 1 && verdicts[0]?.endsWith(' NON-CONFORMANT');
      return isOne ? ONE : JSON.stringify(shown);
    }),
  ),
];

function clientDocument(): Promise<Conformance> {
  return getDocument(broken, { conditions: { TOKEN_LIFETIME: '1' } }, { subject: 'client' });
}

async function stated(document: Conformance, client?: Conformance): Promise<{ folder: string; statement: Statement }> {
  const folder = ownFolder('attacks');
  mkdirSync(path.join(folder, 'html'));
  writeFileSync(path.join(folder, 'html/index.html'), '<p>a report');
  const service = written(folder, document);
  if (!client) return { folder, statement: createStatement(service, folder, 'register') };
  mkdirSync(path.join(folder, CLIENT));
  const ofClient = written(path.join(folder, CLIENT), client);
  return { folder, statement: createStatement(service, folder, 'register', ofClient) };
}

function written(folder: string, document: Conformance): Conformance {
  const file = path.join(folder, 'conformance.json');
  writeFileSync(file, JSON.stringify(document));
  return JSON.parse(readFileSync(file, 'utf8'));
}
