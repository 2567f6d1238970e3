import { groupByKey } from '#api/group-by-key';
import { cut } from '#api/text';
import { type Change, type Comparison, type Drift, isSteady } from '#results/ledger/comparison';
import { listLedgers } from '#results/ledger/responses';
import { PROGRAM } from '#run/process/program';
import type { Settings } from '#run/settings/settings';
import { shellWord } from './run-words.ts';

const LONGEST_VALUE = 70; // fits a line of a terminal with its indent
const MOST_PLACES = 12;

/** Returns the lines about the ledger of a target; changes as old → new, each once with its places. */
export function driftLines(drift: Drift | null, target: string, settings: Settings): string[] {
  if (!drift) {
    const names = listLedgers(settings);
    const known = names.length > 0 ? `Ledgers exist for: ${names.join(', ')}. Check TARGET. ` : '';
    return [`No ledger of ${target} is accepted. ${known}To accept this run: ${getAcceptCommand(settings)}`];
  }
  const note = drift.otherDepth ? ' (accepted at another DEPTH: only what both asked is compared)' : '';
  if (isSteady(drift))
    return [`Drift: none from ${drift.ledger}, ${drift.same} recorded responses are unchanged${note}`];
  const { same, changed, new: fresh, gone, ledger } = drift;
  return [
    `DRIFT from ${ledger}: ${changed.length} changed, ${fresh.length} new, ${gone.length} gone, ${same} the same${note}`,
    ...comparisonLines(drift).map((line) => `  ${line}`),
    `  ${settings.DRIFT === 'fail' ? 'DRIFT=fail: the run fails. ' : ''}To accept: ${getAcceptCommand(settings)}`,
    '',
  ];
}

/** Returns the command that accepts a run; a partial run and that of a client have a folder of their own. */
function getAcceptCommand({ REPORTS_DIR }: Settings): string {
  return `${REPORTS_DIR === 'reports' ? '' : `REPORTS_DIR=${shellWord(REPORTS_DIR)} `}${PROGRAM} ledger accept`;
}

/** Returns the differences of a comparison, one per line; equal changes are grouped. */
export function comparisonLines({ changed, new: fresh, gone }: Comparison): string[] {
  return [
    ...[...groupByKey(changed, describeChange)].flatMap(([words, places]) => [words, ...placeLines(places)]),
    ...fresh.map(({ of, title, answer: response }) => `new: ${of} ${title} ${short(response)}`),
    ...gone.map(({ of, title, answer }) => `gone: ${of} ${title} ${short(answer)}`),
  ];
}

/** Returns the places of a change: the requirement or operation, the title, and the fields that lead to it. */
function placeLines(places: readonly Change[]): string[] {
  const shown = places
    .slice(0, MOST_PLACES)
    .map(({ of, title, at }) => `  ${of} ${title}${at.length > 0 ? ` [${at.join(' / ')}]` : ''}`);
  const more = places.length - shown.length;
  return more > 0 ? [...shown, `  and ${more} more: see conformance.json`] : shown;
}

/** Returns the old and the new value; of lists that are too long for a line only the elements that differ. */
function describeChange({ old, new: fresh }: Change): string {
  if (!Array.isArray(old) || !Array.isArray(fresh) || JSON.stringify(old).length <= LONGEST_VALUE)
    return `${short(old)} → ${short(fresh)}`;
  const [gone, added] = [subtract(old, fresh), subtract(fresh, old)];
  if (gone.length + added.length === 0) return `the same ${old.length} elements in another order`;
  return `${short(['…', ...gone])} → ${short(['…', ...added])}`;
}

/** Returns a list without the elements of another, each taken away as often as the other has it. */
function subtract(list: readonly unknown[], other: readonly unknown[]): unknown[] {
  const left = other.map((element) => JSON.stringify(element));
  return list.filter((element) => {
    const at = left.indexOf(JSON.stringify(element));
    return at < 0 || left.splice(at, 1).length === 0;
  });
}

function short(value: unknown): string {
  return cut(JSON.stringify(value) ?? 'nothing', LONGEST_VALUE);
}
