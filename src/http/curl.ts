import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SentRequest } from '#api/exchange';
import { REDACTED, redact, replaceSecrets } from '#redaction/redact';
import { settings } from '#run/context';
import { sha256 } from '#run/digest';
import { replaceStateValues } from '#run/states/origins';
import { asEscapes } from './bytes.ts';

/** A line that is longer stands in a file of the reports, and what is printed runs that. */
const LONGEST = 2_000;

/** The line that sends a request again; variables stand for secrets and for what provider states gave. */
export function curl({ method, url, headers, body }: SentRequest): string {
  const words = ['-X', method, ...Object.entries(headers).flatMap(headerWords)];
  const place = shellWord(url);
  if (body === undefined) return redact(['curl', ...words, place].join(' '));
  const escaped = asEscapes(body);
  const data = shellWord(escaped ?? body);
  const piped = () =>
    redact(
      `printf ${escaped === undefined ? '%s' : '%b'} ${data} | ${['curl', ...words, '--data-binary', '@-', place].join(' ')}`,
    );
  const line = escaped === undefined ? redact(['curl', ...words, '--data-raw', data, place].join(' ')) : piped();
  return line.length <= LONGEST ? line : inFile(`${piped()}\n`);
}

/** Saves a script in the folder `curl` of the reports; the line runs it in the shell that has the variables. */
function inFile(script: string): string {
  const folder = path.join(settings().REPORTS_DIR, 'curl');
  const file = path.join(folder, `${sha256(script).slice(0, 12)}.sh`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, script);
  return `. ${quote(path.isAbsolute(file) ? file : `./${file}`)}`;
}

function headerWords([name, value]: [name: string, value: string]): string[] {
  return ['-H', shellWord(`${name}: ${value}`)];
}

/** A text in single quotes, with `"$ACCESS_TOKEN"` and the like for the secrets in it. */
function shellWord(text: string): string {
  const clean = replaceSecrets(text, (name) => (name === undefined ? REDACTED : `\0${name}\0`));
  const quoted = quote(replaceStateValues(clean, (name) => `\0${name}\0`));
  return quoted.replace(/\0([A-Z_]+)\0/g, `'"$$$1"'`).replace(/"''$/, '"');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
