import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CauseGroup } from '#results/cause-groups';
import type { Conformance } from '#results/document';
import type { RunRecord } from '#results/history/history';
import type { CreatedResources } from '#safety/journal';
import type { Evidence, EvidenceByTest } from './evidence.ts';
import type { Language } from './languages.ts';

export interface Shown {
  readonly evidence: EvidenceByTest;
  readonly left: CreatedResources | undefined;
  /** Earlier runs of the same target, the oldest first. */
  readonly earlier: readonly RunRecord[];
  readonly language: Language;
}

/** A defect with its number on the page and the id of its entry. */
export interface Numbered extends CauseGroup {
  readonly number: number;
  readonly anchor: string;
}

export interface Page {
  readonly document: Conformance;
  readonly shown: Shown;
  readonly fixes: readonly Numbered[];
  readonly warned: readonly Numbered[];
}

interface Stored {
  readonly evidence: readonly (readonly [key: string, evidence: Evidence])[];
  readonly earlier: readonly RunRecord[];
  readonly language: Language;
}

/** Returns the text of page.json, from which, with the result, the page can be made again. */
export function shownText({ evidence, earlier, language }: Shown): string {
  const telling = [...evidence].filter(([, { exchanges }]) => exchanges.length > 0);
  return `${JSON.stringify({ evidence: telling, earlier, language } satisfies Stored, null, 1)}\n`;
}

/** Returns the data of the page from a folder of reports; undefined if it has no page.json. */
export function shownIn(folder: string): Shown | undefined {
  const stored = read<Stored>(path.join(folder, 'page.json'));
  if (stored === undefined) return undefined;
  const left = read<CreatedResources>(path.join(folder, 'left-behind.json'));
  return { evidence: new Map(stored.evidence), left, earlier: stored.earlier, language: stored.language };
}

function read<T>(file: string): T | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
