import path from 'node:path';
import type { Command } from 'commander';
import { getReplaySettings, readHar } from '#http/replay/har';
import { runPlaywright } from '#run/process/program';
import type { RunContext } from '#run/run-context';
import { prepareRun } from '#run/start';
import { rejectWrongWords } from './run.ts';
import { withRun } from './setting-options.ts';

const REPLAY = 'replay';

/** Defines the replay of a recording, which is judged like a run and sends nothing. */
export function define(command: Command): void {
  command
    .argument('<file>', 'exchanges.har of a run with HAR=1')
    .argument('[selection...]', 'options of Playwright: --project=oauth-token, --grep @TOK-29')
    .allowUnknownOption()
    .action(withRun(replay));
}

async function replay({ settings }: RunContext, file: string, words: string[]): Promise<void> {
  rejectWrongWords(words, settings);
  const { recording } = readHar(file);
  const { run, started, suite } = recording;
  const REPORTS_DIR = path.join(settings.REPORTS_DIR, REPLAY);
  const env = prepareRun(
    { ...getReplaySettings(recording), REPORTS_DIR },
    { replay: { file: path.resolve(file), run, started, suite } },
  );
  await runPlaywright(['test', ...words], env);
}
