import { appendFileSync, copyFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { environment, settings } from '#run/context';
import type { SdkResult } from '../result/result.ts';
import { writeAllure } from './allure.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { page } from './page.ts';
import { sarif } from './sarif.ts';
import { summary } from './summary.ts';

const schemaFile = new URL('../result/sdk.schema.json', import.meta.url);

type Write = (result: SdkResult, file: string) => string;

/** Holds what a run leaves, by file. */
const files: Readonly<Record<string, Write>> = {
  'sdk.json': (result) => `${JSON.stringify(result, null, 2)}\n`,
  'sdk.html': (result) => page(result, settings().REPORT_LANGUAGE),
  'sdk.junit.xml': junit,
  'sdk.sarif': sarif,
  'sdk.md': markdown,
};

/** The files of a result, which are removed before another run. */
export const resultFiles = Object.keys(files);

/** Writes every form of a result; returns what is printed of it. Paths are as the caller sees them. */
export async function report(result: SdkResult, folder: string, cwd: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = asSeenFrom(cwd, path.resolve(folder, 'sdk.json'));
  for (const [name, write] of Object.entries(files))
    await writeFileAtomic(path.join(folder, name), write(result, file));
  copyFileSync(schemaFile, path.join(folder, 'sdk.schema.json'));
  writeAllure(result, path.join(folder, 'allure-results'));
  const { GITHUB_STEP_SUMMARY } = environment();
  if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, markdown(result, file));
  return summary(result, file);
}

/** Relative where it is below the caller's folder. */
function asSeenFrom(cwd: string, file: string): string {
  const relative = path.relative(cwd, file);
  return relative.startsWith('..') ? file : relative;
}
