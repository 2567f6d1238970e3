import { rmSync } from 'node:fs';
import path from 'node:path';
import { isSecretField } from '#redaction/names';
import { recordSecret, recordUrlSecrets } from '#redaction/redact';
import { settings } from '#run/context';
import { whenOrphaned } from '#run/process/playwright';
import { readStubs } from '../answers/stubs.ts';
import { report, resultFiles } from '../report/report.ts';
import { readBaseline } from '../result/baseline.ts';
import { resultOf } from '../result/result.ts';
import type { Asked } from './options.ts';
import { play } from './play.ts';

/** `--client-secret hush`, `API_KEY=hush`, `token: hush` in a word that a shell reads. */
const named = /(?:^|[\s"';(])(?:-{1,2}([\w-]+)[\s=]+|([\w-]+)\s*[=:]\s*)(?:"([^"]*)"|'([^']*)'|([^\s"';&|)]+))/g;

/** Shorter values of the environment stand in a command line by chance. */
const SHORTEST = 6;

/**
 * Keeps what opens something in a command line: what stands behind a name that says so, what a URL holds, and what the
 * shell put there of a variable with such a name.
 */
function keepSecretsOfCommand(words: readonly string[], env: NodeJS.ProcessEnv): void {
  for (const [at, word] of words.entries()) {
    const option = /^--?([\w-]+)$/.exec(word)?.[1] ?? '';
    if (isSecretField(option)) recordSecret(words[at + 1]);
    for (const [, ofOption = '', ofVariable = '', ...values] of word.matchAll(named))
      if (isSecretField(ofOption || ofVariable)) recordSecret(values.find((value) => value !== undefined));
    for (const [url] of word.matchAll(/https?:\/\/[^\s"']+/g)) recordUrlSecrets(url);
  }
  for (const [name, value = ''] of Object.entries(env))
    if (isSecretField(name) && value.length >= SHORTEST && words.some((word) => word.includes(value)))
      recordSecret(value);
}

/** Runs the command as it was asked for, writes and prints the result; returns the exit code. */
export async function runAsked({ options: told, stubs, baseline, ignoreExit, floor }: Asked, cwd: string) {
  keepSecretsOfCommand(told.command.words, told.inherited);
  const options = { ...told, stubs: stubs === undefined ? [] : readStubs(stubs) };
  const standard = {
    started: new Date().toISOString(),
    ignoreExit,
    floor,
    baseline: baseline === undefined ? undefined : readBaseline(baseline),
  };
  const folder = settings().REPORTS_DIR;
  for (const file of resultFiles) rmSync(path.join(folder, file), { force: true });
  const playing = await play(options, ({ name }) => console.error(`sdk gate: replies ${name}`));
  const tell = async (interrupted: boolean) => {
    const result = resultOf(options, playing.soFar(), { ...standard, interrupted });
    console.log(await report(result, folder, cwd));
    return result.verdict === 'PASSED' ? 0 : 1;
  };
  whenEnded(async (code) => {
    await tell(true).finally(playing.gate.stop);
    process.exit(code);
  });
  await playing.ended;
  return tell(false);
}

/** Interrupted, terminated, or left by the npm that started it: what was seen until then is written, and nothing stays. */
function whenEnded(end: (code: number) => Promise<void>): void {
  let isEnding = false; // a signal may come as two: the run folder passes SIGTERM on as SIGINT
  const once = (code: number) => () => {
    if (!isEnding) void end(code);
    isEnding = true;
  };
  process.on('SIGINT', once(130));
  process.on('SIGTERM', once(143));
  whenOrphaned(once(143));
}
