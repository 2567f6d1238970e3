import pMap from 'p-map';
import { clientRegister } from '#api/register';
import type { Gate } from '#client/run/gate';
import { contradictions } from '#factories/preferences/industry';
import { computeVerdict, type RequirementOutcome } from '#results/verdict';
import { conclude, toTable, writeSection } from '../matrix/runs.ts';
import { clientFaults } from './faults/faults.ts';
import { type ClientFault, everywhere } from './faults/row.ts';
import { gateForClients, judged, judgedWith, nullClients } from './judged.ts';
import { conformant, getClient, type Habits } from './reference-client.ts';
import { closeKept, inChunks, keepingAlive, type Outgoing, overHttp2 } from './wire.ts';

const moves = contradictions.filter(({ moves }) => moves.length > 0);
const plainId = /^[\w.-]+$/;

/** Conformant clients, each with a habit that the reference leaves open. */
const habits: Readonly<Record<string, Partial<Habits>>> = {
  'as the reference shows it': {},
  'headers in another order and case': {
    finish: changingHeaders((headers) =>
      headers.map(([name, value]) => [name.toUpperCase(), value] as const).reverse(),
    ),
  },
  'a body in chunks': { send: inChunks },
  'one connection for everything': { send: keepingAlive },
  'HTTP/2': { send: overHttp2 },
  'headers of its own': {
    finish: changingHeaders((headers) => [
      ['User-Agent', 'shop/4.2 (a conformant client)'],
      ['Accept', 'application/json'],
      ['X-Idempotency-Key', '0d5020ed-1af6-469c-ae06-c3bec19954bb'],
      ['X-Product-Id', 'shop'],
      ...headers,
    ]),
  },
  'a charset in the Content-Type, and an Accept-Encoding': {
    finish: changingHeaders((headers) => [
      ['Accept-Encoding', 'identity'],
      ...headers.map(([name, value]) => [name, `${value}${name === 'Content-Type' ? '; charset=UTF-8' : ''}`] as const),
    ]),
  },
  'what may be tried again, is': {
    again: (response, tries, operation) => {
      if (tries >= 4 || response?.status === 429) return conformant.again(response, tries, operation);
      const isSafe = operation === 'point-payment-intents' || operation === 'instore-orders';
      return isSafe && (!response || response.status >= 500) ? 5 + 1000 * (response?.retryAfter ?? 0) : undefined;
    },
  },
  'nothing is tried again, and a 429 is reported': { again: () => undefined },
  'JSON with blanks, and letters as escapes': {
    write: (json) => JSON.stringify(json, null, 2).replace(/[^ -~\n]/g, (letter) => `\\u${getCode(letter, 4)}`),
  },
  'dates in UTC with a comma before the fraction': withDates((date) => new Date(date).toISOString().replace('.', ',')),
  'dates in the basic format': withDates((date) => date.replaceAll(':', '').replace('-', '').replace('-', '')),
  'dates with the hours of their offset alone': withDates((date) => date.replace(/:00$/, '')),
  'what is null or empty left out': {
    write: (json) => JSON.stringify(everywhere(json, (name, field) => (isEmpty(field) ? [] : [[name, field]]))),
  },
  'odd ids refused': {
    encode: (id) => {
      if (!plainId.test(id) || /^\.+$/.test(id)) throw new Error(`${JSON.stringify(id)} is no id.`);
      return id;
    },
  },
  'everything encoded, slashes at the end, and empty queries': {
    encode: (id) => conformant.encode(id).replace(/[!'()*]/g, (sign) => `%${getCode(sign, 2).toUpperCase()}`),
    draft: (drafted) => ({ ...drafted, target: drafted.target.replace(/\?|$/, '/?') }),
  },
  'fields in the places of the examples': {
    write: (json) => JSON.stringify(moves.reduce((body, { apply }) => apply(body), JSON.parse(JSON.stringify(json)))),
  },
  'no redirect_uri': {
    draft: (drafted) => {
      const { redirect_uri, ...json } = Object(drafted.json);
      return drafted.operation === 'oauth-token' ? { ...drafted, json } : drafted;
    },
  },
  'a scope in another order, and an Authorization to the token operation': {
    draft: (drafted) => {
      if (drafted.operation !== 'oauth-token') return drafted;
      const { scope, ...json } = Object(drafted.json);
      const reversed = scope ? { scope: scope.split(' ').reverse().join(' ') } : {};
      const headers = [...drafted.headers, ['Authorization', 'Bearer of-the-application'] as const];
      return { ...drafted, json: { ...json, ...reversed }, headers };
    },
  },
  'ids read as texts with all their digits': {
    send: async (base, outgoing) => {
      const answer = await conformant.send(base, outgoing);
      return { ...answer, text: answer.text.replace(/"(id|user_id)":(-?\d+)/g, '"$1":"$2"') };
    },
  },
  'a token renewed twice over': {
    renew: async (token, ask) => {
      await conformant.renew(token, ask);
      return conformant.renew(token, ask);
    },
  },
};

function changingHeaders(change: (headers: Outgoing['headers']) => Outgoing['headers']) {
  return (outgoing: Outgoing): Outgoing => ({ ...outgoing, headers: change(outgoing.headers) });
}

function getCode(character: string, digits: number): string {
  return character.charCodeAt(0).toString(16).padStart(digits, '0');
}

function withDates(change: (date: string) => string): Partial<Habits> {
  const changed = (_: string, one: unknown) => (/^\d{4}-\d\d-\d\dT.+\d$/.test(`${one}`) ? change(String(one)) : one);
  return { write: (json) => JSON.stringify(json, changed) };
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(Object(value)).length === 0);
}

const LANES = 3;

type Noticed = Readonly<{ fault: ClientFault; row: RequirementOutcome }>;

/** Runs every faulty client, null client and conformant client; writes the results to docs/faults.md. */
export async function clientMatrix(): Promise<void> {
  const gates = await Promise.all(Array.from({ length: LANES }, gateForClients));
  const play = async (fault: ClientFault, gate: Gate) => ({ fault, row: await judgedWith(fault, gate) });
  const noticed = await each(clientFaults, gates, play);
  const nulls = await each(Object.entries(nullClients), gates, async ([name, ask], gate) => {
    const rows = await judged((base) => ({ ask: ask(base), stop: async () => {} }), gate);
    return { name, passed: rows.filter(({ level, outcome }) => level === 'must' && outcome === 'passed') };
  });
  const conformant = await each(Object.entries(habits), gates, async ([name, changes], gate) => {
    const rows = await judged((base) => getClient(changes, base), gate);
    return { name, verdict: computeVerdict(rows), broken: rows.filter(isBroken) };
  });
  closeKept();
  await Promise.all(gates.map((gate) => gate.stop()));
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
  await writeSection('npm run faults -- --client', toPage(noticed, Object.keys(nullClients), Object.keys(habits)));
  process.stdout.write(`${nulls.length} null clients, ${conformant.length} conformant ones\n`);
  conclude(findings, noticed.filter(isNoticed).length);
}

/** Plays the rows concurrently, each with a gate that is free. */
function each<Row, Result>(rows: readonly Row[], gates: Gate[], play: (row: Row, gate: Gate) => Promise<Result>) {
  const withGate = async (row: Row) => {
    const gate = gates.pop() ?? (await gateForClients());
    return play(row, gate).finally(() => gates.push(gate));
  };
  return pMap(rows, withGate, { concurrency: LANES });
}

const isBroken = ({ outcome }: Pick<RequirementOutcome, 'outcome'>) => outcome === 'failed' || outcome === 'warned';

const isNoticed = ({ row }: Noticed) => isBroken(row);

function withoutFault(): string[] {
  const broken = new Set<string>(clientFaults.map(({ breaks }) => breaks));
  const rows = clientRegister.filter(({ id, level }) => level !== 'question' && !broken.has(id));
  return rows.map(({ id }) => `${id} has no fault`);
}

function toPage(noticed: readonly Noticed[], nulls: readonly string[], conformant: readonly string[]): string {
  const published = noticed.filter(({ fault }) => fault.link !== undefined);
  const own = noticed.filter(({ fault }) => fault.link === undefined);
  const word = (one: Noticed) => (isNoticed(one) ? 'notices it' : 'does not notice it');
  const share = ({ row }: Noticed) => `${row.tests.filter(isBroken).length} of ${row.tests.length}`;
  return [
    `Each row is a client with one small fault (\`selftest/client/faults\`), the requirement that it breaks, and in how many of the scenarios of that requirement it shows. A fault counts as noticed only by the requirement that it breaks.`,
    `${noticed.filter(isNoticed).length} of ${noticed.length} faults are noticed. No must is passed by ${nulls.length} null clients: ${nulls.join('; ')}. Nothing fails on ${conformant.length} conformant clients: ${conformant.join('; ')}.`,
    'Published defects of clients of this platform, rebuilt:',
    toTable(
      ['defect', 'requirement', 'the suite'],
      published.map((one) => [`[${one.fault.sentence}](${one.fault.link})`, one.fault.breaks, word(one)]),
    ),
    'All others:',
    toTable(
      ['fault', 'what is wrong', 'requirement', 'scenarios that show it'],
      own.map((one) => [one.fault.name, one.fault.sentence, one.fault.breaks, share(one)]),
    ),
  ].join('\n\n');
}
