import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ProviderOptions, startProvider } from '#mock/server';
import { withFaults } from '../faults/faults.ts';
import { startNullServer } from '../matrix/null-servers.ts';
import { runSuite, type SuiteRun, setUpState, toTarget } from '../tools/fixtures.ts';
import { orderWaiver, waivers } from '../tools/page-document.ts';
import twelveFaults from './twelve-faults.json' with { type: 'json' };

/** The reports, the output and the exit code of a sample run. */
export type Sample = Pick<SuiteRun, 'reports' | 'output' | 'code'>;

type Make = (...selection: string[]) => Promise<Sample>;

const json = { 'content-type': 'application/json' };
const down = { BASE_URL: 'http://127.0.0.1:1', TARGET: 'down' };
const waived = { MOCK_FAULT: 'order-no-number-code' };

/** Sample runs for reviewing the reports: one for each way in which a run of a service can end. */
export const samples: Readonly<Record<string, Make>> = {
  clean: (...selection) => withProvider((provider) => runSuite(vendorsOwn(provider), ...selection)),
  failing: (...selection) => faultyRun(Object.keys(twelveFaults).join(','), selection),
  incomplete: (...selection) =>
    withProvider(async ({ baseUrl, statesUrl }) =>
      runSuite({ BASE_URL: baseUrl, TARGET: 'lab', ...(await accessToken(statesUrl)) }, ...selection),
    ),
  waived: (...selection) => runSuite({ ...waived, ...waiverAndOtherLedger() }, ...selection),
  outage: (...selection) => runSuite({ ...down, [tokenVariable]: 'APP_USR-1-112200-none' }, ...selection),
  industry: (...selection) => faultyRun('preference-tourism', selection),
};

/** Samples for which only the consistency of the reports is checked. */
export const otherSamples: Readonly<Record<string, Make>> = {
  'all 500, in 100 KB each': async (...selection) => {
    const body = JSON.stringify({ error: 'x'.repeat(100_000) });
    const { url, close } = await startNullServer((_, response) => response.writeHead(500, json).end(body));
    return withProvider(({ statesUrl }) =>
      runSuite({ BASE_URL: url, PROVIDER_STATES_URL: statesUrl, TARGET: 'all-500' }, ...selection),
    ).finally(close);
  },
};

export function faultyRun(faults: string, selection: readonly string[], own: object = {}): Promise<Sample> {
  const wrap = withFaults(faults);
  return withProvider((provider) => runSuite({ ...vendorsOwn(provider), ...own }, ...selection), { wrap });
}

const tokenVariable = 'STATE_AN_ACCESS_TOKEN__ACCESS_TOKEN';

async function accessToken(statesUrl: string): Promise<Record<string, string>> {
  const { access_token, user_id } = await setUpState(statesUrl, 'an access token');
  return { [tokenVariable]: String(access_token), STATE_AN_ACCESS_TOKEN__USER_ID: String(user_id) };
}

function vendorsOwn(provider: Provider) {
  const product = { name: 'Acme Pay', version: '2.3.1', vendor: 'Acme Ltd', contact: 'api@acme.example' };
  return { ...toTarget(provider), TARGET: 'acme-sandbox', SEED: '7', PRODUCT: JSON.stringify(product) };
}

type Provider = Awaited<ReturnType<typeof startProvider>>;

async function withProvider<T>(use: (provider: Provider) => Promise<T>, options: ProviderOptions = {}): Promise<T> {
  const provider = await startProvider(options);
  return use(provider).finally(provider.close);
}

/** Returns a waiver of the violated requirement, and a ledger in which a second deletion of an order is a 404. */
function waiverAndOtherLedger(): { readonly WAIVERS_DIR: string; readonly LEDGERS_DIR: string } {
  const LEDGERS_DIR = 'reports/sample-ledgers'; // the page prints it, and pictures of it are in docs
  mkdirSync(LEDGERS_DIR, { recursive: true });
  const ledger = JSON.parse(readFileSync('ledgers/embedded.json', 'utf8'));
  ledger.answers['ORD-60'] = { 'What does deleting an order twice answer?': { status: 404, code: null } };
  writeFileSync(path.join(LEDGERS_DIR, 'embedded.json'), JSON.stringify(ledger));
  return { ...waivers(orderWaiver), LEDGERS_DIR };
}
