import { once } from 'node:events';
import path from 'node:path';
import schema from '../../suite/results/conformance.schema.json' with { type: 'json' };
import type { Conformance } from '../../suite/results/document.ts';
import { readHistory } from '../../suite/results/history/history.ts';
import { forgetRun } from '../../suite/run/channels.ts';
import { prepareRun } from '../../suite/run/context.ts';
import { readJsonFile } from '../../suite/run/json-file.ts';
import { startPlaywright } from '../../suite/run/process/playwright.ts';
import { followed, type Tracker } from '../issue.ts';
import { beginningOf, type Night } from './calendar.ts';
import { startNight } from './servers.ts';

/** What a night said, opened and spent. */
export interface Rehearsed {
  readonly night: Night;
  readonly started: string;
  readonly document: Conformance;
  readonly issue: string;
  readonly created: Readonly<Record<string, number | undefined>>;
}

/** A week lets little more than one run create all that it wants. */
const settings = {
  TARGET: 'rehearsal',
  DEPTH: 'smoke',
  CONFIRM: '1',
  PER: 'week',
  BUDGET_PREFERENCES: '300',
  BUDGET_TEST_USERS: '32',
  BUDGET_AGREEMENTS: '38',
  MAX_RPS: '1000',
  CONCURRENCY: '8',
};

/** Runs one night into a folder that holds those before it, and follows it in the tracker. */
export async function rehearse(
  night: Night,
  index: number,
  folder: string,
  tracker: Tracker,
): Promise<Rehearsed> {
  const provider = await startNight(night);
  const started = beginningOf(index);
  const places = placesOf(index, folder);
  const { baseUrl: BASE_URL, statesUrl: PROVIDER_STATES_URL } = provider;
  const own = { BASE_URL, PROVIDER_STATES_URL, TARGET_BUILD: night.build, SEED: String(index + 1) };
  try {
    await run(prepareRun({ ...settings, ...own, ...places }, { started }));
  } finally {
    await provider.close();
    forgetRun();
  }
  const file = path.join(places.REPORTS_DIR, 'conformance.json');
  const document = readJsonFile<Conformance>(file, schema).value;
  const created = readHistory(places.HISTORY).find((each) => each.run === document.run)?.created ?? {};
  return { night, started, document, issue: await followed(document, () => tracker), created };
}

/** Each night has its own reports; history, ledger and waivers are those of all. */
function placesOf(index: number, folder: string) {
  const RUN_ID = `night-${index + 1}`;
  return {
    RUN_ID,
    REPORTS_DIR: path.join(folder, RUN_ID),
    LEDGERS_DIR: folder,
    WAIVERS_DIR: folder,
    HISTORY: path.join(folder, 'history.jsonl'),
  };
}

async function run(env: NodeJS.ProcessEnv): Promise<void> {
  await once(startPlaywright(['test'], env, 'ignore'), 'close');
}
