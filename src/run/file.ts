import fs from 'node:fs';
import path from 'node:path';
import { environment } from './context.ts';
import { printError, toMessage } from './process/output.ts';

/** Reads a text file; throws that it cannot be read, and what to `use`. */
export function readText(file: string, use = 'Use the path of a file that exists.'): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(`${file} cannot be read (${String(code)}). ${use}`);
  }
}

/** Returns the paths of all files in a folder, however deep. */
export function listFiles(folder: string): string[] {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
}

/** Writes a file whole or not at all, so that a full disk leaves the old one; throws one sentence if it cannot. */
export function writeWholeFile(file: string, text: string, { flush } = { flush: true }): void {
  const target = fs.existsSync(file) ? fs.realpathSync(file) : file;
  const fresh = `${target}.${process.pid}.new`;
  try {
    fs.writeFileSync(fresh, text, { flush, mode: fs.statSync(target, { throwIfNoEntry: false })?.mode ?? 0o666 });
    fs.renameSync(fresh, target);
  } catch (error) {
    fs.rmSync(fresh, { force: true });
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new Error(`${file} cannot be written (${error.code}). Check the disk and the permissions of its folder.`);
  }
}

/** Adds a text to the summary of the step of CI; the result stands if that cannot be written. */
export function addToStepSummary(text: string): void {
  const { GITHUB_STEP_SUMMARY: file } = environment();
  try {
    if (file) fs.appendFileSync(file, text);
  } catch (error) {
    printError(`The summary of the step could not be written: ${toMessage(error)}`);
  }
}
