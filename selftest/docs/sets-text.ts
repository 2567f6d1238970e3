import type { Sets } from '../../suite/core/sets.ts';
import { clientRegister } from '../../tests/client/register.ts';
import { register } from '../../tests/register.ts';

const both = [...register, ...clientRegister];

/** Returns the sets with one more, which later requirements are not in. */
export function setsText(all: Sets, name: string, leftOut: readonly string[]): string {
  const last = Object.keys(all).at(-1) ?? '';
  if (!/^\d{4}-\d{2}$/.test(name) || name <= last)
    throw new Error(
      `--release is "${name}": name a year and a month${last && ` after ${last}, which never changes`}, such as 2026-11.`,
    );
  const unknown = leftOut.find((id) => both.every((row) => row.id !== id));
  if (unknown !== undefined) throw new Error(`--leave-out names ${unknown}, which is no row of a register.`);
  const rows = both.filter(({ id }) => !leftOut.includes(id)).map(({ id, level }) => [id, level]);
  return `${JSON.stringify({ ...all, [name]: Object.fromEntries(rows) }, null, 2)}\n`;
}
