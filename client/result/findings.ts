import type { Endpoint } from '#api/operations';
import { redact } from '#redaction/redact';
import { type Judged, toLevel } from '../contract/judge.ts';
import type { Log } from '../record/gate-run.ts';
import type { Stray, StrayKind } from '../wire/traffic.ts';
import { findUnsafeRetries, type SingleFinding } from './retries.ts';

/** Describes one finding over all requests that have it. */
export interface Finding extends Judged {
  readonly endpoint: Endpoint | null;
  readonly count: number;
  /** The first request that has it. */
  readonly example: string;
  /** The numbers of all that have it. */
  readonly requests: readonly number[];
  /** Tells whether the baseline has it too. */
  readonly known: boolean;
}

/** Describes the breaches of an earlier result, by their ids. */
interface KnownBreaches {
  readonly has: (id: string) => boolean;
}

/** Returns what the requests broke and what else arrived, one finding for all that are the same, breaches first. */
export function groupFindings(log: Log, strict: boolean, known?: KnownBreaches): Finding[] {
  const alike = new Map<string, SingleFinding[]>();
  for (const single of singles(log, strict)) {
    const group = alike.get(single.judged.id) ?? [];
    alike.set(single.judged.id, group);
    group.push(single);
  }
  const findings = [...alike.values()].flatMap((group) => findingOf(group, known));
  return [...findings.filter(isBreach), ...findings.filter((finding) => !isBreach(finding))];
}

function findingOf(group: readonly SingleFinding[], known?: KnownBreaches): Finding[] {
  return group.slice(0, 1).map(({ judged, endpoint, example }) => ({
    ...judged,
    endpoint,
    count: group.length,
    example,
    requests: [...new Set(group.flatMap(({ numbers }) => numbers))],
    known: known?.has(judged.id) ?? false,
  }));
}

/** In the order of their arrival. */
export function sortByArrival<Numbered extends { readonly number: number }>(arrived: readonly Numbered[]): Numbered[] {
  return [...arrived].sort((one, other) => one.number - other.number);
}

function isBreach({ level }: Judged): boolean {
  return level === 'breach';
}

function singles({ requests, strays }: Log, strict: boolean): SingleFinding[] {
  const ofRequests = sortByArrival(requests).flatMap(({ endpoint, method, target, number, findings }) =>
    findings.map((judged) => ({ judged, endpoint, example: `${method} ${target}`, numbers: [number] })),
  );
  return [
    ...ofRequests,
    ...findUnsafeRetries(sortByArrival(requests), strict),
    ...sortByArrival(strays).map((stray) => strayed(stray, strict)),
  ];
}

/** Weighs what is no request. A connection without a request may be a spare one of a pool; all else is a breach. */
const weights: Readonly<Record<StrayKind, 'breach' | 'unlisted'>> = {
  'malformed-request': 'breach',
  'broken-off': 'breach',
  'tls-refused': 'breach',
  'silent-connection': 'unlisted',
};

function strayed({ number, kind, text }: Stray, strict: boolean): SingleFinding {
  const shown = redact(text);
  return {
    judged: {
      id: ['none', kind, shown].join(' · '),
      rule: kind,
      section: 'RFC 9110',
      level: toLevel(weights[kind], strict),
      place: 'connection',
      text: shown,
    },
    endpoint: null,
    example: `arrival ${number}`,
    numbers: [number],
  };
}
