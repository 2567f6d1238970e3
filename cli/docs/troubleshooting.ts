import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { markdownTable } from 'markdown-table';
import { startProvider, usualPort } from '../../mock/server.ts';
import { environment } from '../../suite/run/context.ts';
import { home } from '../../suite/run/process/program.ts';

/** What a newcomer types wrong, in a checkout; where it needs a target, the embedded provider stands at port 4010. */
interface Typed {
  readonly line: string;
  /** Which line says what is wrong, where the run says more; nothing: the only one. */
  readonly says?: RegExp;
}

/** Asked before anything is sent, so that each answers at once. */
export const refused: readonly Typed[] = [
  'PROVIDER_STATES_URL=http://127.0.0.1:8080/_states npm run conformance',
  'TARGET=staging npm run conformance',
  'STATE_AN_ACCESS_TOKEN__USER_ID=7 npm run conformance',
  'BASEURL=http://127.0.0.1:8080 npm run conformance',
  'STRCIT=1 npm run conformance',
  'PROVIDER_STATE_URL=http://127.0.0.1:8080/_states npm run conformance',
  'STATE_AN_ACCESS_TOKEN__TOKEN=x npm run conformance',
  'STATE_A_TOKEN__CODE=x npm run conformance',
  'BASE_URL=127.0.0.1:8080 npm run conformance',
  'BASE_URL=http://user:hush@127.0.0.1:4010 npm run conformance',
  'BASE_URL=https://sandbox.example/api npm run conformance',
  'DEPTH=deep npm run conformance',
  'EXTRA_CA=nowhere.pem npm run conformance',
  'HTTPS_PROXY=nope npm run conformance',
  'MOCK_FAULT=none npm run conformance',
  'DRIFT=fail LEDGERS_DIR=nowhere npm run conformance',
  'DEBUG=pw:api npm run conformance',
  'npm run conformance -- --retries=2',
  'npm run conformance -- --project=oauth',
  'npm run conformance -- --grep @TOK-999',
  'npm run conformance -- --shard=4/3',
  'npm run conformance -- --reporter=html',
  'npm run conformance -- --reports-dir /proc/nope',
  'npm run conformance -- --reports-dir package.json',
  'npm run conformance -- gaet',
  'npm run conformance -- --bogus',
  'npm run conformance -- watch --bogus',
  'npm run conformance -- merge nowhere',
  'npm run conformance -- replay nowhere.har',
  'npm run conformance -- client --only XXX-01 -- true',
  'npm run conformance -- payloads --industry tourism --valid 5 > /dev/full',
  'npm run mock -- --port x',
  'npm run mock -- --address nowhere',
  'npm run gate -- nowhere.json',
  'npm run report',
  'npm run statement',
  'npm run ledger -- accept',
  'npm run sdk',
].map((line) => ({ line }));

/** What a run finds when it meets its target. */
export const met: readonly Typed[] = [
  { line: 'npm run mock' },
  { line: 'BASE_URL=http://127.0.0.1:1 npm run conformance', says: /^OUTAGE: / },
  {
    line: 'BASE_URL=http://127.0.0.1:4010/v2 PROVIDER_STATES_URL=http://127.0.0.1:4010/_states npm run conformance',
    says: /^OUTAGE: /,
  },
  {
    line: 'BASE_URL=http://127.0.0.1:4010 PROVIDER_STATES_URL=http://127.0.0.1:1/_states npm run conformance',
    says: /^OUTAGE: /,
  },
  {
    line: 'BASE_URL=http://127.0.0.1:4010 PROVIDER_STATES_URL=http://127.0.0.1:4010/states npm run conformance -- --project=instore-orders',
    says: /^Every provider state /,
  },
  { line: 'npm run conformance -- --grep no-such-words', says: /^ERROR of the suite: / },
];

/** What was typed, what was said, the exit code, and whether anything came into the folder of the reports. */
interface Said {
  readonly line: string;
  readonly words: string;
  readonly code: number | null;
  readonly wrote: boolean;
}

const byNpm = (line: string) => line.replaceAll('npm run', 'npm run --silent');

/** Types a line in a shell as a newcomer would, with no variable of ours and an empty folder for reports. */
export async function typed({ line, says }: Typed, inShell = byNpm): Promise<Said> {
  const reports = mkdtempSync(path.join(tmpdir(), 'typed-'));
  const { PATH, HOME } = environment();
  const child = spawn('bash', ['-c', inShell(line)], {
    cwd: home,
    env: { PATH, HOME, REPORTS_DIR: reports, npm_config_loglevel: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ]);
  const wrote = readdirSync(reports).length > 0;
  rmSync(reports, { recursive: true, force: true });
  const lines = `${out}${err}`.trim().split('\n');
  const told = says === undefined ? lines : lines.filter((each) => says.test(each));
  return { line, words: told.join(' ').replaceAll(reports, 'reports').replaceAll(home, ''), code, wrote };
}

/** docs/troubleshooting.md, for which each line is typed once. */
export async function troubleshooting(): Promise<string> {
  const provider = await startProvider({ port: usualPort });
  const rows = await inTurn([...refused, ...met]);
  await provider.close();
  return page(rows);
}

async function inTurn(lines: readonly Typed[]): Promise<Said[]> {
  const rows: Said[] = [];
  for (const line of lines) rows.push(await typed(line));
  return rows;
}

/** The row of the table that shows what was said. */
export function rowOf({ line, words, code }: Said): string[] {
  return [`\`${line}\``, words, String(code)];
}

function page(rows: readonly Said[]): string {
  const table = markdownTable([['typed', 'said', 'exit code'], ...rows.map(rowOf)], {
    alignDelimiters: false,
  });
  return `# Troubleshooting

What a newcomer typed, and what was said. \`npm run docs -- --typed\` types each line in this checkout, with the embedded
provider at port ${usualPort}, and makes this page of it; a self-test types those again that ask nothing of a target.

${table}

A run ends with 0 where it is green or amber, 1 where it is red, and 4 where it could not begin; the gate's codes are in
[ci.md](ci.md). What a setting is and where it stands: \`npm run conformance -- config\`.
`;
}
