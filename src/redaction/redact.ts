import { unescape as decodePercents } from 'node:querystring';
import { stripVTControlCharacters } from 'node:util';
import type { ResponseRecord, SentRequest } from '#api/exchange';
import { escapeControls, escapeRegExp } from '#api/text';
import { listFields } from '#api/values/json';
import { appendToChannel, type ChannelLines, readChannel } from '#run/channels';
import { createFinder, createUndecoder } from './finder.ts';
import { SHORTEST_SECRET } from './forms.ts';
import { isSecretField, listFieldValues, listRequestSecrets, secretFieldPattern } from './names.ts';
import { isSuiteWord, isUnguessable, looksSecret } from './secret-patterns.ts';

export const REDACTED = '[redacted]';

/** A shell variable that stands for a secret in a curl line: the quotes of the text around it are closed for it. */
const IN_SHELL = `' ?"\\$[A-Z0-9_]+" ?'`;

/** Secrets that are recognised by their looks, where the value itself was never seen. */
const patterns: readonly [RegExp, string][] = [
  [
    new RegExp(`("(?:${secretFieldPattern})"\\s*:\\s*")(?!${IN_SHELL})(?:[^"\\\\]|\\\\.)*(?:"|$)`, 'gi'),
    `$1${REDACTED}"`,
  ],
  [
    new RegExp(`(\\\\"(?:${secretFieldPattern})\\\\"\\s*:\\s*\\\\")(?!${IN_SHELL}).*?(?:\\\\"|$)`, 'gi'),
    `$1${REDACTED}\\"`,
  ],
  [new RegExp(`(\\b(?:${secretFieldPattern})=)[^\\s&"'<>\\\\]+`, 'gi'), `$1${REDACTED}`],
  [/(authorization["']?\s*[:=]\s*["']?\w+\s+)[^\s"'\\]+/gi, `$1${REDACTED}`],
  [/((?:set-)?cookie["']?\s*[:=]\s*["']?)[^\r\n"'\\]+/gi, `$1${REDACTED}`],
  [/\b(Bearer\s+)[\w.~+/-]{6,}=*/gi, `$1${REDACTED}`],
  [/\b(?:APP_USR|TEST)[^A-Za-z0-9\s]?[\w.-]{12,}/g, REDACTED],
  [/(?<=(?:^|[\s/])[^\s:/@"'<>]{1,60}:)[^\s/@"'<>]{4,}(?=@[\w[])/g, REDACTED], // the password of a URL
  [/^[\da-f]{4,8}:? {1,2}(?:[\da-f]{2,4} {1,2}){4,}.*/gim, `${REDACTED} (a hexadecimal dump)`],
];

/** Holds the secrets of the run that this process knows: like its environment there is one, by which all is redacted. */
const store = {
  finder: createFinder(),
  undecoder: createUndecoder(),
  /** The secrets that no report holds by chance, so that reports are searched for them. */
  searched: new Set<string>(),
  short: new Set<string>(),
  /** Words that were made up here: they open nothing, and a report may show them. */
  madeUp: new Set<string>(),
  /** Texts as they were redacted with the secrets of now: a failure is shown by its step, its test and its cause. */
  redacted: new Map<string, string>(),
  loaded: 0,
  issued: 0,
};

/** Maximum number of secrets of a target's responses that are recorded; a target may name any number. */
const MOST_ISSUED = 5_000;

/** Records a secret value of ours for every process of this run. Values shorter than four characters are left alone. */
export function recordSecret(value: unknown): void {
  if (typeof value === 'string') recordForRun({ value, isSearched: true });
}

/** Records a possible secret; the reports are searched only for values that no text holds by chance. */
export function recordPossibleSecret(value: string): void {
  recordForRun({ value, isSearched: isUnguessable(value) });
}

/** Records an issued value that looks like a secret; reports are searched only for values that none holds by chance. */
export function recordIssuedValue(value: unknown): void {
  if (typeof value !== 'string' || store.issued > MOST_ISSUED) return;
  const core = value.replace(/^[^a-z0-9]+|[^a-z0-9=]+$/gi, '');
  if (!looksSecret(core) || store.finder.knows(core)) return;
  store.issued += 1;
  if (store.issued > MOST_ISSUED) appendToChannel('forgotten', MOST_ISSUED);
  else recordForRun({ value: core, isSearched: isUnguessable(core) });
}

function recordForRun(secret: ChannelLines['secrets']): void {
  if (!store.finder.knows(secret.value) && isSuiteWord(secret.value)) return;
  if (learn(secret)) appendToChannel('secrets', secret);
}

/** Records a word that was made up here. */
export function recordMadeUp(word: string): void {
  store.madeUp.add(word);
}

/** Returns true if a value holds a word that was made up here. */
export function isMadeUp(value: string): boolean {
  return [...store.madeUp].some((word) => value.includes(word));
}

/** Records every value of a secret field and every code, however deep. */
export function recordSecretFields(value: unknown): void {
  for (const [name, field] of listFields(value)) if (name === 'code' || isSecretField(name)) recordSecret(field);
}

/** Records the secrets of a URL: its user, its password, the values of its query. */
export function recordUrlSecrets(url: string): void {
  if (!URL.canParse(url)) return;
  const { username, password, searchParams } = new URL(url);
  for (const part of [username, password]) recordSecret(decodePercents(part)); // it never throws
  for (const value of searchParams.values()) recordSecret(value);
}

/** Loads the secrets that other processes of this run recorded; returns the number of all that were recorded. */
export function loadSharedSecrets(): number {
  const all = readChannel('secrets');
  for (const secret of all.slice(store.loaded)) learn(secret);
  store.loaded = all.length;
  return store.loaded;
}

/** Returns every secret that this process knows of the run and that no report may hold. */
export function listSecrets(): ReadonlySet<string> {
  return store.searched;
}

function learn({ value, isSearched }: ChannelLines['secrets']): boolean {
  const isNew = isShort(value) ? store.short.size < store.short.add(value).size : store.finder.learn(value);
  if (isNew) store.redacted.clear();
  if (isNew && !isShort(value)) store.undecoder.learn(value);
  if (isSearched && store.finder.knows(value)) store.searched.add(value);
  return isNew;
}

/** Maximum number of redacted texts that are kept, and their maximum length. */
const MOST_KEPT = 500;
const LONGEST_KEPT = 20_000;

/** Replaces every secret in a text that is known or looks like one. */
export function redact(text: string): string {
  const clean = store.redacted.get(text) ?? redactAnew(text);
  if (store.redacted.size >= MOST_KEPT) store.redacted.clear();
  if (text.length <= LONGEST_KEPT) store.redacted.set(text, clean);
  return clean;
}

function redactAnew(text: string): string {
  const clean = replaceSecrets(text);
  if (store.undecoder.hides(clean) === 'nothing') return clean;
  return hideUnsearched(clean.split('\n').map(hideUnsearched).join('\n'));
}

/** Returns the text if nothing is hidden in it, else its shape: a text that is not fully searched is not shown. */
function hideUnsearched(text: string): string {
  const hidden = store.undecoder.hides(text);
  const what = hidden === 'a secret' ? 'encode a secret' : 'cannot be fully searched for secrets';
  return hidden === 'nothing' ? text : `[redacted: ${text.length} characters that ${what}]`;
}

/** Cleans a text from outside for a report, a log or a terminal: no secrets and no control characters. */
export function sanitize(text: string): string {
  return escapeControls(redact(stripVTControlCharacters(text)));
}

/** Cleans the stack of an error. Behind the message, which is cleaned once, it has lines of code. */
export function cleanStack(stack: string, message = '', clean = redact): string {
  return stack.startsWith(message) ? clean(message) + clean(stack.slice(message.length)) : clean(stack);
}

type Write = (secret: string, form: string) => string;

function replaceSecrets(text: string): string {
  const { clean } = replaceKnown(text, () => REDACTED);
  const plain = patterns.reduce((shown, [pattern, replacement]) => shown.replace(pattern, replacement), clean);
  return replaceShort(plain, () => REDACTED);
}

/** Replaces every known secret, in each form, by the result of `write`; `rest` is the text without them. */
function replaceKnown(text: string, write: Write) {
  let clean = '';
  let rest = '';
  let from = 0;
  for (const { at, form, secret } of store.finder.find(text)) {
    clean += text.slice(from, at) + write(secret, form);
    rest += text.slice(from, at);
    from = at + form.length;
  }
  return { clean: clean + text.slice(from), rest: rest + text.slice(from) };
}

function replaceShort(text: string, write: Write): string {
  const toWord = (value: string) => new RegExp(`(?<![\\w-])${escapeRegExp(value)}(?![\\w-])`, 'gi');
  return [...store.short].reduce((clean, value) => clean.replace(toWord(value), (form) => write(form, form)), text);
}

/** Returns true for a secret of four or five characters, which is found only as a whole word. */
function isShort(value: string): boolean {
  return value.length >= 4 && value.length < SHORTEST_SECRET && /\d/.test(value) && /[a-z]/i.test(value);
}

/** Replaces every known secret by the result of `write`; returns undefined if a secret cannot be cut out of the text. */
export function substituteSecrets(text: string, write: Write): string | undefined {
  const { clean, rest } = replaceKnown(text, write);
  return store.undecoder.hides(rest) === 'nothing' ? replaceShort(clean, write) : undefined;
}

/** Records the secrets of a request: credentials, and values that a test made of them; an id sent as one stays public. */
export function recordRequestSecrets(request: SentRequest, isPublic = (_: unknown) => false): void {
  for (const value of listRequestSecrets(request)) if (!isProse(value) && !isPublic(value)) recordSecret(value);
}

/** Records the values that a response issues or repeats: in its body, however malformed, and in its header fields. */
export function recordResponseSecrets({ json, text, headers }: ResponseRecord): void {
  for (const [name, field] of listFields(json)) if (isSecretField(name)) recordIssuedValue(field);
  for (const value of [text, ...Object.values(headers)])
    for (const member of listFieldValues(value)) recordIssuedValue(member);
  for (const cookie of headers['set-cookie']?.split('\n') ?? []) recordIssuedValue(/=([^;]*)/.exec(cookie)?.[1]);
}

/** Returns true for a word or a sentence, which is no secret: an error may hold `"password": "required"`. */
function isProse(value: unknown): boolean {
  return typeof value === 'string' && (/^[a-z_-]{0,24}\.?$|\s/i.test(value) || isMadeUp(value));
}
