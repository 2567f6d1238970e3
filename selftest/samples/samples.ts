import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ProviderOptions, startProvider } from '#mock/server';
import { withFaults } from '../faults/faults.ts';
import { nullServers, startNullServer } from '../matrix/null-servers.ts';
import { ownFolder } from '../tools/own-folder.ts';
import { runCommand } from '../tools/run-command.ts';
import { runSuite } from '../tools/run-suite.ts';
import { orderWaiver, waivers } from '../tools/waivers-folder.ts';

/** Describes what a sample left: its reports, what it printed, and its exit code. */
export interface Sample {
  readonly reports: string;
  readonly output: string;
  readonly code: number | null;
}

/** Makes a sample of the tests that the words of a command line select. */
type Make = (...selection: string[]) => Promise<Sample>;

/** Fifteen faults of all six operations, which do not hide each other. */
const faulty = [
  'token-text-other-client',
  'token-client_secret-ending',
  'token-scope-commas',
  'token-type-cased',
  'test-user-created-space',
  'test-user-unknown-site-fails',
  'test-user-echo-spaces',
  'published-awx#8305',
  'agreement-reader-comma',
  'agreement-token-any-case',
  'order-no-number-code',
  'order-token-length',
  'preference-tourism',
  'preference-value-no-date',
  'preference-long',
].join(',');

const waived = { MOCK_FAULT: 'order-no-number-code' };

/** The runs that the reports are looked at by: each a way in which a run can end. */
export const samples: Readonly<Record<string, Make>> = {
  clean: (...selection) => withProvider((provider) => runSuite(vendorsOwn(provider), ...selection)),
  faulty: (...selection) =>
    withProvider((provider) => runSuite(vendorsOwn(provider), ...selection), { wrap: withFaults(faulty) }),
  'environment only': (...selection) =>
    withProvider(({ baseUrl }) => runSuite({ BASE_URL: baseUrl, TARGET: 'lab', ...lone }, ...selection)),
  'waived, with drift': (...selection) => runSuite({ ...waived, ...waiverAndOtherLedger() }, ...selection),
  merged: async (...selection) => {
    const own = { ...waived, SEED: '7', RUN_ID: 'sample' };
    const shards = [];
    for (const shard of ['1/2', '2/2']) shards.push(await runSuite(own, ...selection, `--shard=${shard}`));
    const reports = ownFolder('merged');
    const { code, stdout, stderr } = await runCommand(
      'merge',
      shards.map((each) => each.reports),
      { REPORTS_DIR: reports },
    );
    return { reports, output: stdout + stderr, code };
  },
  'target down': (...selection) => runSuite({ BASE_URL: 'http://127.0.0.1:1', TARGET: 'down', ...lone }, ...selection),
  'all 500': async (...selection) => {
    const { server, url } = await startNullServer(nullServers['always 500'] ?? (() => {}));
    const run = await withProvider(({ statesUrl }) =>
      runSuite({ BASE_URL: url, PROVIDER_STATES_URL: statesUrl, TARGET: 'all-500' }, ...selection),
    );
    server.closeAllConnections();
    server.close();
    return run;
  },
};

/** One state alone, so that most of what is asked cannot be. */
const lone = {
  STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN: 'APP_USR-1-112200-none',
  STATE_AN_ACCESS_TOKEN__USER_ID: '1',
};

/** A product as its vendor would have it judged. */
function vendorsOwn({ baseUrl, statesUrl }: Provider) {
  return {
    BASE_URL: baseUrl,
    PROVIDER_STATES_URL: statesUrl,
    TARGET: 'acme-sandbox',
    PRODUCT: JSON.stringify({
      name: 'Acme Pay',
      version: '2.3.1',
      vendor: 'Acme Ltd',
      contact: 'api@acme.example',
    }),
  };
}

type Provider = Awaited<ReturnType<typeof startProvider>>;

async function withProvider<T>(use: (provider: Provider) => Promise<T>, options: ProviderOptions = {}): Promise<T> {
  const provider = await startProvider(options);
  return use(provider).finally(provider.close);
}

/** A waiver of what is broken, and a ledger in which an order that is deleted twice is a 404. */
function waiverAndOtherLedger(): { readonly WAIVERS_DIR: string; readonly LEDGERS_DIR: string } {
  const LEDGERS_DIR = ownFolder('ledgers');
  cpSync('ledgers/embedded.json', path.join(LEDGERS_DIR, 'embedded.json'));
  const ledger = JSON.parse(readFileSync('ledgers/embedded.json', 'utf8'));
  ledger.answers['ORD-60'] = { 'What does deleting an order twice answer?': { status: 404, code: null } };
  writeFileSync(path.join(LEDGERS_DIR, 'embedded.json'), JSON.stringify(ledger));
  return { ...waivers(orderWaiver), LEDGERS_DIR };
}
