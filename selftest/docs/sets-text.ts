import type { Sets } from '#api/sets';
import { clientRegister } from '#tests/client/register';
import { register } from '#tests/register';

/** Returns the sets with one more, which holds every requirement. */
export function setsText(all: Sets, version: string): string {
  if (!/^\d+\.\d+$/.test(version) || all[version] !== undefined)
    throw new Error(
      `--release is "${version}". Expected a version that is not released yet, such as 0.9. Released: ${Object.keys(all).join(', ')}.`,
    );
  const rows = [...register, ...clientRegister].map(({ id, level }) => [id, level]);
  return `${JSON.stringify({ ...all, [version]: Object.fromEntries(rows) }, null, 2)}\n`;
}
