import rows from '#requirements/errors.json' with { type: 'json' };
import type { PlainExchange, ResponseRecord } from './exchange.ts';
import { type Endpoint, isEndpoint } from './operations.ts';
import { listFields } from './values/json.ts';

/** A row of section 7: a documented error of an operation. A code is exact; case and punctuation of a label are free. */
export type ListedError = Readonly<{ endpoint: Endpoint; status: number; code: string; isLabel: boolean }>;

type ErrorBody = Pick<ResponseRecord, 'json'>;

export const listedErrors: readonly ListedError[] = rows.flatMap(({ operation, status, code, label = '' }) =>
  isEndpoint(operation) ? [{ endpoint: operation, status, code: code ?? label, isLabel: code === undefined }] : [],
);

/** Every code of section 7, and every label in lower case, because their spelling is free. */
const spellings = listedErrors.map(({ code, isLabel }) => (isLabel ? code.toLowerCase().replaceAll('-', '_') : code));
const listed = [...new Set(spellings)];

const listedPlainly = new Set(listed.map(toPlainText));

/** Returns the documented error label of an operation and a status; undefined if there is none. */
export function getErrorLabel(endpoint: Endpoint, status: number): string | undefined {
  return listedErrors.find((row) => row.endpoint === endpoint && row.status === status && row.isLabel)?.code;
}

/** Matches what a firewall takes for an attack: a zero byte, a CRLF, a step up a path, a template, a script. */
const attack = /\0|\\u0000|%00|\\r\\n|\.\.(?:\/|%2F)|\{\{|<script|javascript:/i;

/** Returns true if a firewall may have rejected the request instead of the service, in a form of its own. */
export function isOfFirewall({ status, request: { url, body = '' } }: PlainExchange): boolean {
  return (status === 403 || status === 406) && attack.test(`${url} ${body}`);
}

/** Returns true if an error body has a code as a text, as a name or, where none is listed, at the end of a URI (7). */
export function hasErrorCode(response: ErrorBody, code: string): boolean {
  const found = listTexts(response.json);
  const isInUri = (text: string) => URL.canParse(text) && text.split(/[/#:]/).at(-1) === code;
  return found.includes(code) || (!found.some((text) => listed.includes(text)) && found.some(isInUri));
}

/** Returns true if an error body carries a label: as a code, but case and punctuation do not matter. */
export function hasErrorLabel(response: ErrorBody, label: string): boolean {
  return listTexts(response.json).some((text) => toPlainText(text) === toPlainText(label));
}

/** Returns the first listed code or label that an error body carries; null where it carries none. */
export function findErrorCode(response: ErrorBody): string | null {
  const found = listTexts(response.json);
  const plainly = new Set(found.map(toPlainText));
  return listed.find((code) => found.includes(code)) ?? listed.find((code) => plainly.has(toPlainText(code))) ?? null;
}

/** Returns the listed codes and labels in an error body, each as it is spelled there. */
export function listErrorCodes(response: ErrorBody): string[] {
  return listTexts(response.json).filter((text) => listedPlainly.has(toPlainText(text)));
}

const codeFields = ['error', 'code', 'error_code', 'cause', 'type', 'label'];

/** Returns the value that stands where an error code would: a single word; null where the body has none. */
export function findCodeValue({ json }: ErrorBody): string | null {
  const isWord = (value: unknown): value is string => typeof value === 'string' && /^[\w.-]{1,80}$/.test(value);
  const found = [...listFields([json])].filter(([, value]) => isWord(value));
  const [, value] = found.find(([name]) => codeFields.includes(name)) ?? found[0] ?? [];
  return isWord(value) ? value : null;
}

function listTexts(json: unknown): string[] {
  return [...listFields([json])].flatMap(([name, value]) => (typeof value === 'string' ? [value, name] : [name]));
}

/** Returns the letters and digits of a code, whose spelling is free. */
export function toPlainText(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
}
