import { markdownTable } from 'markdown-table';
import { clientRegister } from '#api/register';
import type { Watched } from '#client/certification/run';
import { computeVerdict, type RequirementOutcome } from '#results/verdict';
import { writeSection } from '../matrix/section.ts';
import { clientFaults } from './faults/faults.ts';
import { publishedClientFaults } from './faults/published.ts';
import type { ClientFault } from './faults/row.ts';
import { habits } from './habits.ts';
import { gateForClients, judged, judgedWith } from './judged.ts';
import { nullClients } from './null-clients.ts';
import { clientOf } from './reference-client.ts';
import { closeKept } from './wire.ts';

/** So many clients are played beside each other, each at a gate of its own. */
const LANES = 3;

interface Noticed {
  readonly fault: ClientFault;
  readonly row: RequirementOutcome;
}

/** Plays every faulty client, every null client and every conformant one; writes what came of it to docs/faults.md. */
export async function clientMatrix(): Promise<number> {
  const gates = await Promise.all(Array.from({ length: LANES }, gateForClients));
  const noticed = await each(clientFaults, gates, async (fault, gate) => ({
    fault,
    row: await judgedWith(fault, gate),
  }));
  const nulls = await each(Object.entries(nullClients), gates, async ([name, ask], gate) => {
    const rows = await judged((base) => ({ ask: ask(base), stop: async () => {} }), gate);
    return { name, passed: rows.filter(({ level, outcome }) => level === 'must' && outcome === 'passed') };
  });
  const conformant = await each(Object.entries(habits), gates, async ([name, changes], gate) => {
    const rows = await judged((base) => clientOf(changes, base), gate);
    return { name, verdict: computeVerdict(rows), broken: rows.filter(({ outcome }) => isBroken(outcome)) };
  });
  closeKept();
  await Promise.all(gates.map(({ gate }) => gate.stop()));
  const findings = [
    ...noticed
      .filter((one) => !isNoticed(one))
      .map(({ fault, row }) => `${fault.name} is not noticed by ${fault.breaks}: ${row.outcome} ${row.reason ?? ''}`),
    ...nulls.flatMap(({ name, passed }) => passed.map(({ id }) => `the client that ${name} passes ${id}`)),
    ...conformant.flatMap(({ name, verdict, broken }) => [
      ...broken.map(({ id, outcome, reason }) => `the client with "${name}" has ${id} ${outcome}: ${reason}`),
      ...(verdict === 'CONFORMANT' ? [] : [`the client with "${name}" is ${verdict}`]),
    ]),
    ...withoutFault(),
  ];
  await writeSection('npm run faults -- --client', pageOf(noticed, Object.keys(nullClients), Object.keys(habits)));
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  const seen = noticed.filter(isNoticed).length;
  process.stdout.write(
    `${seen} of ${clientFaults.length} faults noticed, ${nulls.length} null clients, ${conformant.length} conformant ones; ${findings.length} findings\n`,
  );
  return findings.length === 0 ? 0 : 1;
}

/** Plays the rows beside each other, in the order of the rows. */
async function each<Row, Result>(
  rows: readonly Row[],
  gates: readonly Watched[],
  play: (row: Row, gate: Watched) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const open = rows.entries();
  const lane = async (gate: Watched) => {
    for (const [index, row] of open) results[index] = await play(row, gate);
  };
  await Promise.all(gates.map(lane));
  return results;
}

function isBroken(outcome: RequirementOutcome['outcome']): boolean {
  return outcome === 'failed' || outcome === 'warned';
}

function isNoticed({ row }: Noticed): boolean {
  return isBroken(row.outcome);
}

/** Musts and shoulds that no fault is there to break. */
function withoutFault(): string[] {
  const broken = new Set<string>(clientFaults.map(({ breaks }) => breaks));
  return clientRegister
    .filter(({ id, level }) => level !== 'question' && !broken.has(id))
    .map(({ id }) => `${id} has no fault`);
}

function pageOf(noticed: readonly Noticed[], nulls: readonly string[], conformant: readonly string[]): string {
  const published = noticed.filter(({ fault }) => publishedClientFaults.includes(fault));
  const own = noticed.filter(({ fault }) => !publishedClientFaults.includes(fault));
  const word = (one: Noticed) => (isNoticed(one) ? 'notices it' : 'does not notice it');
  const share = ({ row }: Noticed) =>
    `${row.tests.filter(({ outcome }) => isBroken(outcome)).length} of ${row.tests.length}`;
  return [
    `Each row is a client with one small fault (\`selftest/client/faults\`), the requirement that it breaks, and in how many of the scenarios of that requirement it shows. A fault counts as noticed only by the requirement that it breaks.`,
    `${noticed.filter(isNoticed).length} of ${noticed.length} faults are noticed. No must is passed by ${nulls.length} null clients: ${nulls.join('; ')}. Nothing fails on ${conformant.length} conformant clients: ${conformant.join('; ')}.`,
    'Published defects of clients of this platform, rebuilt:',
    table([
      ['defect', 'requirement', 'the suite'],
      ...published.map((one) => [`[${one.fault.sentence}](${one.fault.link})`, one.fault.breaks, word(one)]),
    ]),
    'All others:',
    table([
      ['fault', 'what is wrong', 'requirement', 'scenarios that show it'],
      ...own.map((one) => [one.fault.name, one.fault.sentence, one.fault.breaks, share(one)]),
    ]),
  ].join('\n\n');
}

function table(rows: string[][]): string {
  return markdownTable(rows, { alignDelimiters: false });
}
