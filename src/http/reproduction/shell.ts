import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type SentRequest, toBytes } from '#api/exchange';
import type { State } from '#api/states';
import { escapeRegExp } from '#api/text';
import { mapSecretTexts } from '#redaction/names';
import { redact } from '#redaction/redact';
import { sha256 } from '#run/digest';
import { PRINTING, PROGRAM } from '#run/process/program';
import { listReportedSettings } from '#run/reported-settings';
import type { RunContext } from '#run/run-context';
import type { Settings } from '#run/settings/settings';
import { createObservations } from './observed.ts';
import { buildReproduction, type Print, quote, type Variable } from './steps.ts';

const LONGEST_SCRIPT = 2_000;

const MOCK = 'http://127.0.0.1:4010';

type Reproduced = Pick<RunContext, 'settings' | 'written'>;

export type Reproduction = ReturnType<typeof createReproduction>;

/** Creates the record from which a worker prints how to send a request again. */
export function createReproduction(run: Reproduced) {
  const observations = createObservations();
  const print: Print = {
    state: (state, prefix) => toStateLine(state, prefix, run),
    request: (request, variables, options) => toCommand(request, variables, options, run.settings),
  };
  const printed = new WeakMap<SentRequest, readonly string[]>();
  /** Returns the lines of a shell that send a request again with fresh values. */
  const reproduce = (request: SentRequest) => {
    const known = printed.get(request);
    if (known) return known;
    const commands = buildReproduction(request, observations, print);
    const lines = shorten([...listNotes(run.settings), ...commands].map(redact), run.settings);
    printed.set(request, lines);
    return lines;
  };
  return { ...observations, reproduce };
}

/** Returns the lines, or one that runs them from a file where a person could not copy them. */
function shorten(lines: readonly string[], { REPORTS_DIR }: Settings): readonly string[] {
  const comments = lines.filter((line) => line.startsWith('#'));
  const script = lines.filter((line) => !line.startsWith('#')).join('\n');
  return script.length <= LONGEST_SCRIPT ? lines : [...comments, saveScript(`${lines.join('\n')}\n`, REPORTS_DIR)];
}

/** Returns the steps to do first: start the embedded provider again, and set secret header fields. */
function listNotes(settings: Settings): string[] {
  const { EXTRA_HEADERS = {}, MOCK_VARIATION, MOCK_FAULT } = settings;
  const flags = [
    ...(MOCK_VARIATION === 0 ? [] : [`--variation ${MOCK_VARIATION}`]),
    ...(MOCK_FAULT === '' ? [] : [`--fault ${quote(MOCK_FAULT)}`]),
  ];
  return [
    ...(isEmbedded(settings) ? [`# start first, in another shell: ${[PROGRAM, 'mock', ...flags].join(' ')}`] : []),
    ...Object.keys(EXTRA_HEADERS).map((name) => `# set ${getVariable(name)} to the value of ${name} in EXTRA_HEADERS`),
  ];
}

/** Returns true for the provider that the run starts; a run over several targets has no address of its own. */
function isEmbedded({ TARGET, BASE_URL }: Settings): boolean {
  return TARGET === 'embedded' && BASE_URL !== '';
}

function toStateLine(state: State, prefix: string | undefined, run: Reproduced): string {
  const option = prefix === undefined ? [] : ['--as', prefix];
  return `eval "$(${[...listPlaces(run), PRINTING, 'state', quote(state), ...option].join(' ')})"`;
}

/** Returns the address of the target; one that may hold a password is read from the user's shell. */
function listPlaces(run: Reproduced): string[] {
  if (isEmbedded(run.settings)) return [`BASE_URL=${MOCK}`, `PROVIDER_STATES_URL=${MOCK}/_states`];
  const set = Object.entries(listReportedSettings(run)).filter(
    ([name, value]) => value !== '' && /^(?:TARGET|BASE_URL|PROVIDER_STATES_URL)$/.test(name),
  );
  return set.map(([name, value]) => `${name}=${quote(value)}`);
}

/** Returns the curl command of a request, which sends the same bytes. */
function toCommand(request: SentRequest, variables: readonly Variable[], options: string, settings: Settings): string {
  const { method, headers, body } = request;
  const mark = createMarker(variables);
  const place = findPlace(new URL(request.url).href, settings);
  const fields = [
    ...Object.entries(headers).map(([name, value]) => toShellWord(mark(`${name}: ${value}`))),
    ...Object.keys(settings.EXTRA_HEADERS ?? {}).map((name) => `${quote(`${name}: `)}"$${getVariable(name)}"`),
    ...(body === undefined && method === 'POST' ? [`'content-length: 0'`] : []),
  ];
  const words = ['curl', options, ...listFlags(place, settings), '-X', method, ...fields.flatMap((one) => ['-H', one])];
  return sendBody(words.join(' '), toShellWord(mark(place)), body, mark);
}

/** Returns a URL, of the embedded provider that of the command `mock`. */
function findPlace(url: string, settings: Settings): string {
  const { BASE_URL } = settings;
  return isEmbedded(settings) && url.startsWith(BASE_URL) ? MOCK + url.slice(BASE_URL.length) : url;
}

function listFlags(place: string, { EXTRA_CA, CLIENT_CERT }: Settings): string[] {
  return [
    ...(/[[\]{}]/.test(place) ? ['-g'] : []),
    ...(EXTRA_CA === '' ? [] : ['--cacert', quote(EXTRA_CA)]),
    ...(CLIENT_CERT === '' ? [] : ['--cert', quote(CLIENT_CERT)]),
  ];
}

function sendBody(words: string, target: string, body: string | undefined, mark: (text: string) => string): string {
  if (body === undefined) return `${words} ${target}`;
  const marked = mark(body);
  const isPlain = body.length < 30_000 && !/^@|[^\P{C}]|[^\P{Z} ]/u.test(body); // Linux: 128 KiB an argument
  if (isPlain) return `${words} --data-binary ${toShellWord(marked)} ${target}`;
  return `${printBytes(marked)} | ${words} --data-binary @- ${target}`;
}

function getVariable(header: string): string {
  return header.toUpperCase().replace(/\W/g, '_');
}

/** Signs around the name of a variable in a text; drawn, so that no target can write them. */
const OPEN = `\ufdd0${randomUUID()} `;
const CLOSE = '\ufdd1';
const marks = new RegExp(`${OPEN}(\\w+)${CLOSE}`);

/** A shorter value occurs in a text by chance, unless it is a whole word. */
const TELLING = 8;

function createMarker(variables: readonly Variable[]) {
  const names = new Map(variables.toReversed().map(({ name, value }) => [value, `${OPEN}${name}${CLOSE}`]));
  const values = variables
    .filter(({ name, value }) => value.length >= 4 && !/^(?:MADE_UP|WRONG|SECRET)_/.test(name))
    .map(({ value }) => value)
    .sort((one, other) => other.length - one.length)
    .map((value) => (value.length < TELLING ? `(?<![\\w-])${escapeRegExp(value)}(?![\\w-])` : escapeRegExp(value)));
  const any = new RegExp([marks.source, ...values].join('|'), 'g');
  return (text: string): string => {
    const cookie = /^cookie: (.+)$/is.exec(text)?.[1];
    const marked =
      cookie !== undefined && names.has(cookie)
        ? `cookie: ${names.get(cookie)}`
        : mapSecretTexts(text, (value) => names.get(value) ?? value);
    return marked.replace(any, (found) => names.get(found) ?? found);
  };
}

function printBytes(marked: string): string {
  const parts = marked.split(marks);
  const words = parts.map((part, index) => (index % 2 === 0 ? quote(escapeBytes(part)) : `"$${part}"`));
  return `printf '${parts.map((_, index) => (index % 2 === 0 ? '%b' : '%s')).join('')}' ${words.join(' ')}`;
}

function escapeBytes(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replace(/[^\P{C}]|[^\P{Z} ]/gu, (sign) =>
      [...toBytes(sign)].map((byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join(''),
    );
}

function toShellWord(marked: string): string {
  const parts = marked.split(marks);
  return parts.map((part, index) => (index % 2 === 1 ? `"$${part}"` : part && quote(part))).join('') || `''`;
}

/** Saves a script in the folder `curl` of the reports and returns the line that runs it in the shell. */
function saveScript(script: string, reports: string): string {
  const folder = path.join(reports, 'curl');
  const file = path.join(folder, `${sha256(script).slice(0, 12)}.sh`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, script);
  return `. ${quote(path.isAbsolute(file) ? file : `./${file}`)}`;
}
