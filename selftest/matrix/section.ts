import { readFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';

const page = 'docs/faults.md';

/** Writes the findings of a command between its marks in docs/faults.md. */
export async function writeSection(command: string, text: string): Promise<void> {
  const marks = [`<!-- made by ${command} -->`, `<!-- end of ${command} -->`] as const;
  const [before, rest] = (await readFile(page, 'utf8')).split(marks[0]);
  const [, after] = rest?.split(marks[1]) ?? [];
  if (before === undefined || after === undefined)
    throw new Error(`${page} has no place for what ${command} makes: put ${marks.join(' and ')} there.`);
  await writeFileAtomic(page, `${before}${marks[0]}\n\n${text.trim()}\n\n${marks[1]}${after}`);
}
