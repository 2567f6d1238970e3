import { type Endpoint, operations } from '#api/operations';
import { madeUp } from '#factories/near-misses/texts';
import { settings } from '#run/context';
import { UNKNOWN_ID_PREFIX } from '#run/made-up-values';
import { isLoopback, isSandbox } from '#run/settings/target';
import { suiteError } from '#run/skip';

type Ids = Readonly<Record<string, string>>;

/** Ids that no resource has, with which the suite asks for a rejection. */
const idsOfNone: ReadonlySet<string> = new Set(['nobody', 'abc', '12abc', '0', '']);

function isNobodys(id: string): boolean {
  return idsOfNone.has(id) || id.startsWith(UNKNOWN_ID_PREFIX);
}

const provided: Ids[] = [];

/** Records the ids of a provider state: a deletion may name them. */
export function allowDeletion(values: Ids): void {
  provided.push(values);
}

/** Ends the test as an error of the suite if a deletion names ids that are neither of one state nor made up. */
export function checkDeletion(endpoint: Endpoint, path: Ids = {}): void {
  if (operations[endpoint].method !== 'DELETE' || canNameInDeletion(path)) return;
  const ids = Object.entries(path).map(([name, id]) => `${name} ${JSON.stringify(id)}`);
  suiteError(`a deletion would name ${ids.join(' and ')}, which no provider state returned together`);
}

/** Returns true if a deletion may name these ids: any on this machine, elsewhere none that another user may own. */
export function canNameInDeletion(path: Ids): boolean {
  const isOurs = isLoopback(settings().BASE_URL) && !isSandbox(settings());
  return isOurs || isSafe(path, provided);
}

/** Returns true if the ids of a deletion are of one state, or each is of a state or made up, and one is made up. */
export function isSafe(path: Ids, states: readonly Ids[]): boolean {
  const ids = Object.entries(path);
  const isOf = (values: Ids) => ids.every(([name, id]) => values[name] === id);
  const isProvided = (name: string, id: string) => states.some((values) => values[name] === id);
  const strange = ids.filter(([name, id]) => isNobodys(id) || !isProvided(name, id));
  if (strange.length === 0) return states.some(isOf);
  return strange.every(([name, id]) => isNobodys(id) || isInvented(id, name, states));
}

/**
 * Returns true for a made-up id: one of a state with each character changed, or with a text after it that begins with
 * no digit; or a user_id that is no number, as no user has it (4).
 */
function isInvented(id: string, name: string, states: readonly Ids[]): boolean {
  if (name === 'user_id' && /[^\d\s.,_]/.test(id)) return true;
  const known = states.flatMap((values) => values[name] ?? []);
  return known.some((own) => id === madeUp(own) || (id.startsWith(own) && /^\D/.test(id.slice(own.length))));
}
