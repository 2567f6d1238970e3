import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { isSecretField } from '#redaction/names';
import { recordSecret, recordUrlSecrets, redact } from '#redaction/redact';
import { endGroup } from '#run/process/program';
import type { Ending } from '../result/record.ts';
import { endMarked, MARK } from './leftovers.mjs';

export interface Command {
  readonly words: readonly [string, ...string[]];
  readonly cwd: string;
  readonly timeoutSeconds: number;
}

/** `--client-secret hush`, `API_KEY=hush`, `-Ddb.pass="hush"`, `'token': 'hush'` in a command line, one word a line. */
const secretOption =
  /(?<=^\/?|[\s"';({&?#,])([\w.-]+)(?=\n(.+)|(\\?["']?[ \t]*[=:][ \t]*| +)(?!["']?\$[\w{(])(?:\\?"([^"]*?)\\?"|\$?'([^']*)'|([^\s"';&|)]+)))/gm;

/** `-u bob:hush`, `Authorization: Bearer hush`, `-b id=hush`, and what looks like a secret: `-p hush2`, `--auth=hush2hush`. */
const credentials = [
  /(?:^|\s)(?:-[uU]|--[\w-]*(?:user|auth))[\s=]?(?!\d+:\d+\b)[^\s:/]+:["']?((?<=\n[^\s:/]+:).+|(?<=")[^"]+|(?<=')[^']+|[^\s"']+)/g,
  /(?:^|\s)[^\s:/@]+:([^\s@/]{6,})@[a-z][\w-]*[.:]/gi,
  /authorization\s*[:=]\s*["']?(?:[a-z]+\s+)?([^\s"']+)/gi,
  /(?<=(?:^|\s)-b(?:\s["']?|(?=\S*\d))(?:[\w.-]+=[^\s"';]*; ?)*[\w.-]+=)([^\s"';]{6,})/g,
  /(?:(?:^|\s)-(?:p\s?|[aw]\s)|(?:\b|_|php)(?:auth|key|sess(?:ion|id)?|sid)(?:[\s=]|: ?)(?=\S{8}))["']?(?=\S*[\d!#^~]|[^\s$&]+[$&])(?=\S*[a-z])(?!\S+(?::\d+|\.json)(?!\S))([^\s"'=/;]{6,}|[\w+/]{8,}={1,2})(?=[\s"';]|$)/gi,
  /(?:(?:^|\s)-p["']|(?<=^|\n)-p(?=\S+ ))([^"'\n]+)/g,
  /\b(eyJ[\w-]+\.[\w-]+\.[\w-]*|gh[a-z]_\w{20,}|(?:github_pat_|glpat-|sk_live_|xox[a-z]-)[\w-]+|AKIA[A-Z\d]{16})/g,
];

/** Names of secrets in a command line, in addition to those of fields. */
const secretName =
  /^code$|(?:^|[_.-])(?:(?:store|key)?pass|pw|salt|passcode|pin|otp|jwt|bearer|cookie|cred(?:ential)?s?|hmac|sig(?:nature)?(?:-\d+)?)$|[_.-]pwd$|(?:access|account|encryption|secret|shared|signing)[_-]?key$/i;

const isSecretName = (name: string) =>
  !/^-+no-/.test(name) && (secretName.test(name) || isSecretField(name.replace(/.*\.|^-+/g, '')));

/** Shorter values of the environment occur in a command line by chance. */
const SHORTEST_VALUE = 6;

/** Records the secrets of a command line: values with the name of a secret, in a URL, or of such a variable. */
export function recordSecretsOfCommand(words: readonly string[], env: NodeJS.ProcessEnv): void {
  const text = words.join('\n');
  for (const [, name = '', word, sign = '', ...values] of text.matchAll(secretOption))
    if (isSecretName(name) && (name.startsWith('-') || /[=:]/.test(sign)))
      recordSecret(word ?? values.find((value) => value !== undefined));
  for (const pattern of credentials) for (const [, value] of text.matchAll(pattern)) recordSecret(value);
  for (const [url] of text.matchAll(/[a-z][a-z\d+.-]*:\/\/[^\s"']+/gi)) recordUrlSecrets(url);
  for (const [name, value = ''] of Object.entries(env))
    if (isSecretName(name) && value.length >= SHORTEST_VALUE && text.includes(value)) recordSecret(value);
}

/** Maximum length of a line, in characters: one that never ends must not fill the memory. */
export const LONGEST_LINE = 1_000_000;

/** Matches the end of a line. A row of `curl --trace-ascii` whose text is cut after 64 characters has none. */
const lineEnd = /(?<!^[\da-f]{4,}: (?!(?:[\da-f]{2} ){4}).{64})\n|\n(?=[^\da-f])/m;
const joinRows = (line: string): string => line.replace(/\n(?:[\da-f]{4,}: |$)/g, '');

/** Yields the lines of a stream; what is longer is yielded without its end. */
export async function* splitLines(stream: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split(lineEnd);
    rest = lines.pop() ?? '';
    yield* lines.map(joinRows);
    if (rest.length > LONGEST_LINE) yield rest;
    if (rest.length > LONGEST_LINE) rest = '';
  }
  if (rest !== '') yield joinRows(rest);
}

/** Calls back with each line of stderr: a whole one, so that no secret is cut, or the length of one that is too long. */
export async function readErrors(stderr: Readable, show: (line: string) => void): Promise<void> {
  for await (const line of splitLines(stderr))
    show(line.length > LONGEST_LINE ? `${line.length} characters without a line break` : line);
}

/** Runs the command to its end, and ends whatever it started; redacts its stderr unless that goes to a terminal. */
export async function runCommand({ words, cwd, timeoutSeconds }: Command, env: NodeJS.ProcessEnv): Promise<Ending> {
  const started = performance.now();
  const stderr = process.stderr.isTTY ? 'inherit' : 'pipe';
  const child = spawn(words[0], words.slice(1), { cwd, env, stdio: ['ignore', 'inherit', stderr], detached: true });
  const shown = child.stderr && readErrors(child.stderr, (line) => void process.stderr.write(`${redact(line)}\n`));
  const end = () => {
    endGroup(child.pid);
    endMarked(env[MARK] ?? '');
  };
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, timeoutSeconds * 1000);
  process.on('exit', end);
  try {
    const [code]: (number | null)[] = await once(child, 'exit');
    end();
    await Promise.race([shown, after(1_000, undefined, { ref: false })]);
    return { code: code ?? null, timedOut, milliseconds: Math.round(performance.now() - started) };
  } finally {
    clearTimeout(timer);
    end();
    process.off('exit', end);
  }
}
