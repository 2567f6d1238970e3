import fs from 'node:fs';
import path from 'node:path';

const made =
  'allure-results allure.html answers.json badge.json conformance.html curl exchanges.har html junit.xml page.json part requirements.csv states.log statement.jws summary.md'.split(
    ' ',
  );

/** Names that a run writes over, or into, and does not remove first. */
const overwritten = ['allure-history.jsonl', 'conformance.schema.json', 'left-behind.json', 'shards', 'test-results'];

/** Removes what a run wrote, so that nothing is left of one that selects no test. */
export function removeResult(folder: string): void {
  const file = path.join(folder, 'conformance.json');
  if (fs.existsSync(file)) fs.unlinkSync(file);
  for (const name of made) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
}

/** Throws if the reports cannot be written: before a request is sent, not when it is lost. */
export function rejectUnwritable(folder: string): void {
  try {
    makeFolder(path.resolve(folder));
    fs.accessSync(`${folder}/.`, fs.constants.W_OK); // a file has no `.`
  } catch {
    throw new Error(`Cannot write to REPORTS_DIR "${folder}". Use another folder.`);
  }
}

/** Makes a folder step by step: in /proc Node's own recursion never ends. */
function makeFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  fs.mkdirSync(folder);
}

/** Throws if a run would write through a link, or clear away files that no run and no SDK gate of this suite wrote. */
export function rejectForeignFiles(folder: string): void {
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  const link = entries.find((entry) => entry.isSymbolicLink() && overwritten.includes(entry.name));
  if (link) throw new Error(`REPORTS_DIR "${folder}" holds the link "${link.name}". Use an empty folder.`);
  const names = entries.map(({ name }) => name);
  if (['conformance.json', 'sdk.json', '.running'].some((name) => names.includes(name))) return;
  const foreign = [...made, 'test-results'].find((name) => name !== 'states.log' && names.includes(name));
  if (foreign !== undefined)
    throw new Error(`REPORTS_DIR "${folder}" holds "${foreign}" from another program. Use an empty folder.`);
}
