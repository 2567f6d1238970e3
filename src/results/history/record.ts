import { groupByKey } from '#api/group-by-key';
import type { CreatedResources } from '#safety/created-resources';
import type { Conformance } from '../document.ts';
import { outcomes } from '../verdict.ts';
import type { RunRecord } from './history.ts';

/** Returns the history record of a run, with its created resources. */
export function toHistoryRecord(document: Conformance, left: CreatedResources): RunRecord {
  const { run, decision, target, product, suite, started, ended, seed, verdict, counts, times, drift } = document;
  const created = [...groupByKey(left, ({ operation }) => operation)].map(([name, { length }]) => [name, length]);
  return {
    run,
    subject: decision.subject,
    target: target.name,
    build: product.build,
    suite: suite.version,
    register: suite.register,
    set: document.set,
    started,
    ended,
    seed,
    verdict,
    tone: decision.tone,
    reasons: [...new Set(decision.reasons.map(({ kind }) => kind))],
    musts: Object.fromEntries(Object.entries(counts.must).filter(([, count]) => count > 0)),
    outcomes: groupIds(document),
    times,
    created: Object.fromEntries(created),
    drift: drift && { changed: drift.changed.length, new: drift.new.length, gone: drift.gone.length },
  };
}

function groupIds({ requirements }: Conformance): RunRecord['outcomes'] {
  const rows = outcomes.map((word) => {
    const ids = requirements.filter(({ outcome }) => outcome === word).map(({ id }) => id);
    return [word, ids] as const;
  });
  return Object.fromEntries(rows.filter(([, ids]) => ids.length > 0));
}
