import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** Reads a text file; throws that it cannot be read, and what to `use`. */
export function readText(file: string, use = 'Use the path of a file that exists.'): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(`${file} cannot be read (${String(code)}). ${use}`);
  }
}

/** Writes a file whole or not at all, so that a full disk leaves the old one; throws one sentence if it cannot. */
export function writeWholeFile(file: string, text: string, { flush } = { flush: true }): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  const fresh = `${target}.${process.pid}.new`;
  try {
    writeFileSync(fresh, text, { flush, mode: statSync(target, { throwIfNoEntry: false })?.mode ?? 0o666 });
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { force: true });
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new Error(`${file} cannot be written (${error.code}). Check the disk and the permissions of its folder.`);
  }
}
