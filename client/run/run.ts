import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { recordSecret, recordUrlSecrets } from '#redaction/redact';
import { isSecretField } from '#redaction/secret-patterns';
import { settings } from '#run/context';
import { whenOrphaned } from '#run/process/playwright';
import { readStubs } from '../answers/stubs.ts';
import { resultFiles, writeReports } from '../report/report.ts';
import type { Baseline } from '../result/reasons.ts';
import { buildResult, type SdkResult } from '../result/result.ts';
import schema from '../result/sdk.schema.json' with { type: 'json' };
import type { GateCommandLine } from './options.ts';
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
export async function runGate({ options: given, stubs, baseline, ignoreExit, floor }: GateCommandLine, cwd: string) {
  keepSecretsOfCommand(given.command.words, given.inherited);
  const options = { ...given, stubs: stubs === undefined ? [] : readStubs(stubs) };
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
    const result = buildResult(options, playing.soFar(), { ...standard, interrupted });
    console.log(await writeReports(result, folder, cwd));
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

/** Reads the result of an earlier run; throws one sentence where the file is none. */
export function readBaseline(file: string): Baseline {
  const { coverage: before, findings: all } = resultIn(file);
  const breaches = all.filter(({ level }) => level === 'breach');
  const ids = new Set(breaches.map(({ id }) => id));
  return {
    has: (id) => ids.has(id),
    goneFrom: (findings, requests) => {
      const exercised = new Set(requests.map(({ endpoint }) => endpoint));
      const left = new Set(findings.map(({ id }) => id));
      return breaches.filter(({ id, endpoint }) => exercised.has(endpoint) && !left.has(id)).map(({ id }) => id);
    },
    lostFrom: ({ operations, fields }) => [
      ...operations.never.filter((name) => before.operations.met.includes(name)),
      ...fields.never.filter((name) => before.fields.met.includes(name)),
    ],
  };
}

function resultIn(file: string): SdkResult {
  const result: unknown = parsed(file);
  const ajv = new Ajv2020({ strict: true });
  addFormats.default(ajv);
  const isResult = ajv.compile<SdkResult>(schema);
  if (isResult(result)) return result;
  const [error] = isResult.errors ?? [];
  throw new Error(
    `${file} is no result of the SDK gate (${error?.instancePath || '/'} ${error?.message}): give a sdk.json.`,
  );
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is no JSON' : 'cannot be read';
    throw new Error(`${file} ${reason}: give the sdk.json of an earlier run as --baseline.`);
  }
}
