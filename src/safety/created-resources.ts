import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Resource, readChannel } from '#run/channels';
import { writeWholeFile } from '#run/file';
import { toMessage } from '#run/process/output';

const FILE = 'left-behind.json';

/** Writes left-behind.json into a folder of reports: what the run has created so far. */
export function writeCreatedResources(folder: string, report = (words: string) => void process.stderr.write(words)) {
  try {
    write(folder);
  } catch (error) {
    report(`${toMessage(error)}\n`);
  }
}

/** Writes a list. Of processes that write at once the last one sees what the others appended, and writes again. */
function write(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (let read = -1; read < readChannel('created').length; ) {
    read = readChannel('created').length;
    const text = `${JSON.stringify(listCreatedResources(), null, 2)}\n`;
    writeWholeFile(path.join(folder, FILE), text, { flush: false });
  }
}

/** Returns the resources that the run has created so far, in the order of their requests. */
function listCreatedResources(): Resource[] {
  const byNumber = new Map<string, Resource>();
  for (const line of readChannel('created')) {
    if ('resource' in line) byNumber.set(line.number, line.resource);
    else byNumber.delete(line.number);
  }
  return [...byNumber.values()];
}

export type CreatedResources = readonly Resource[];

/** Returns the resources that a run created and could not delete; undefined if nothing was recorded. */
export function readCreatedResources(folder: string): CreatedResources | undefined {
  const file = path.join(folder, FILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
