import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { statementLines } from '#cli/statement';
import type { Conformance } from '#results/document';
import { readSigningKey } from '#results/signing-key';
import { checkStatement, createStatement, type Statement, signStatement } from '#results/statement';
import { folderWith, ownFolder, readResult } from '../tools/fixtures.ts';
import { getDocument, writeResult } from '../tools/page-document.ts';
import { type Attack, attack, attacksBy } from './attack.ts';
import texts from './texts.json' with { type: 'json' };

const { privateKey } = generateKeyPairSync('ed25519');
const key = readSigningKey({ STATEMENT_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) });
const broken = { 'TOK-03': { outcome: 'failed', reason: 'wrong' } } as const;

/** Changes of a result that was signed. */
const lies: Readonly<Record<string, (own: Conformance) => Conformance>> = {
  'another verdict': (own) => ({ ...own, verdict: 'CONFORMANT' }),
  'other counts': (own) => ({ ...own, counts: { ...own.counts, must: { ...own.counts.must, failed: 0 } } }),
  'another target': (own) => ({ ...own, target: { ...own.target, name: 'production' } }),
  'another base URL': (own) => ({ ...own, target: { ...own.target, baseUrl: 'https://other.example' } }),
  'another product': (own) => ({ ...own, product: { ...own.product, name: 'another' } }),
  'another window': (own) => ({ ...own, ended: '2099-01-01T00:00:00.000Z' }),
  'another suite': (own) => ({ ...own, suite: { ...own.suite, version: '9.9.9' } }),
  'another set': (own) => ({ ...own, set: '2099-01' }),
  'another subject': ({ decision, ...own }) => {
    const subject = decision.subject === 'client' ? 'service' : 'client';
    return { ...own, decision: { ...decision, subject } };
  },
  'another seed': (own) => ({ ...own, seed: 1 }),
  'another depth': (own) => ({ ...own, depth: 'full' }),
  'no selection': (own) => ({ ...own, selection: { ...own.selection, argv: ['x'] } }),
  'fewer tests in all': (own) => ({ ...own, selection: { ...own.selection, of: 1 } }),
  'a condition more': (own) => ({ ...own, conditions: { ...own.conditions, TOKEN_LIFETIME: '2' } }),
};

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

/** Changes a result after its statement was made. */
const changed = (lie: (own: Conformance) => Conformance, name = '') => {
  return ({ folder, statement }: Stated) => {
    const own = path.join(folder, name);
    writeResult(lie(readResult(own)), own);
    return statement;
  };
};

const wholeLies: Readonly<Record<string, () => Promise<string>>> = {
  'a result whose verdict is not that of its requirements': async () =>
    verified(stated(await getDocument(broken, { verdict: 'CONFORMANT' }))),
  'a result whose counts are not those of its requirements': async () =>
    verified(stated(await getDocument(broken, { counts: (await getDocument({})).counts }))),
  'a report that lies beside the others': async () =>
    verified(stated(await getDocument({})), ({ folder, statement }) => {
      writeFileSync(path.join(folder, 'really-conformant.html'), 'CONFORMANT');
      return statement;
    }),
  'a report less': async () =>
    verified(stated(await getDocument({})), ({ statement }) => ({ ...statement, reports: statement.reports.slice(1) })),
  'no report at all': async () => {
    const { statement } = await stated(await getDocument({}));
    return verified(Promise.resolve({ folder: ownFolder('attacks'), statement: { ...statement, reports: [] } }));
  },
};

const wholeClientLies: Readonly<Record<string, () => Promise<string>>> = {
  'a client that was put beside the service after signing': async () => {
    const client = await clientDocument();
    return verified(stated(await getDocument({})), ({ folder, statement }) => {
      mkdirSync(path.join(folder, 'client'));
      writeResult(client, path.join(folder, 'client'));
      return statement;
    });
  },
  'a verdict that is not that of its requirements': async () =>
    verified(stated(await getDocument({}), { ...(await clientDocument()), verdict: 'CONFORMANT' })),
};

/** Every attack on a statement that is signed by the right key. */
export const statements: readonly Attack[] = [
  ...attacksBy(LIES, REPORTED, lies, async (lie) => verified(stated(await getDocument(broken)), changed(lie))),
  ...attacksBy(LIES, REPORTED, wholeLies, (run) => run()),
  ...attacksBy(OF_CLIENT, REPORTED, lies, (lie) => verified(withClient(), changed(lie, 'client'))),
  ...attacksBy(OF_CLIENT, REPORTED, wholeClientLies, (run) => run()),
  ...texts.forgedNames.map((name) =>
    attack('a statement that paints another verdict', JSON.stringify(name), ONE, async () => {
      const document = await getDocument(broken);
      const own = { ...document, target: { ...document.target, name } };
      const shown = statementLines((await stated(own)).statement, [own]).join('\n');
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
  const files = { 'html/index.html': '<p>a report', 'conformance.json': JSON.stringify(document) };
  const folder = folderWith({ ...files, ...(client && { 'client/conformance.json': JSON.stringify(client) }) });
  return { folder, statement: createStatement(folder) };
}
