import writeFileAtomic from 'write-file-atomic';
import { type Sets, sets } from '../../suite/core/sets.ts';
import { clientRegister } from '../../tests/client/register.ts';
import { register } from '../../tests/register.ts';

const both = [...register, ...clientRegister];

/** Freezes the rows of both registers as a set; throws one sentence where the name is none, or not a new one. */
export async function freeze(name: string, leftOut: readonly string[]): Promise<void> {
  await writeFileAtomic('suite/core/sets.json', setsText(sets, name, leftOut));
}

/** The sets with one more, which later rows are not in. */
export function setsText(all: Sets, name: string, leftOut: readonly string[]): string {
  const last = Object.keys(all).at(-1) ?? '';
  if (!/^\d{4}-\d{2}$/.test(name) || name <= last)
    throw new Error(
      `--release is "${name}": name a year and a month${last && ` after ${last}, which never changes`}, such as 2026-11.`,
    );
  const stranger = leftOut.find((id) => both.every((row) => row.id !== id));
  if (stranger !== undefined)
    throw new Error(`--leave-out names ${stranger}, which is no row of a register.`);
  const rows = both.filter(({ id }) => !leftOut.includes(id)).map(({ id, level }) => [id, level]);
  return `${JSON.stringify({ ...all, [name]: Object.fromEntries(rows) }, null, 2)}\n`;
}
