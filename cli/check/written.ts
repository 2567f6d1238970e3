import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { matchOperation } from '../../sdk/contract/match.ts';
import { type Endpoint, operations } from '../../suite/core/operations.ts';

/** A payload as it stands in a file. */
export interface Written {
  readonly endpoint: Endpoint;
  readonly body: Buffer;
  /** How many characters of the file stand before the one with this offset in the body. */
  readonly inFile: (offset: number) => number;
}

/** The payloads of a file: those of the operations in a HAR, one a line of JSON lines, else the whole of it. */
export function payloadsIn({ name, bytes }: Input, endpoint: Endpoint): Written[] {
  const text = bytes.toString();
  const entries = name.endsWith('.har') || /"log"\s*:/.test(text) ? entriesOf(text) : undefined;
  if (entries) return recorded(name, text, entries);
  if (name.endsWith('.har'))
    throw new Error(`${name} is no HAR, for it has no log.entries: record it again.`);
  const isLines = /\.(?:jsonl|ndjson)$/.test(name) || hasLines(text);
  const isUtf8 = Buffer.from(text).equals(bytes); // else the whole of it is what is wrong
  return isLines && isUtf8 ? lines(text, endpoint) : [{ endpoint, body: bytes, inFile: (offset) => offset }];
}

/** Where the first line is a JSON text by itself and another follows. */
function hasLines(text: string): boolean {
  const [first = '', next] = text.split('\n').filter((line) => line.trim() !== '');
  return next !== undefined && first.trimStart().startsWith('{') && isJson(first);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function lines(text: string, endpoint: Endpoint): Written[] {
  return [...text.matchAll(/[^\r\n]*\S[^\r\n]*/g)].map(({ 0: line, index }) => ({
    endpoint,
    body: Buffer.from(line),
    inFile: (offset) => index + offset,
  }));
}

function entriesOf(text: string): readonly Node[] | undefined {
  const tree = parseTree(text);
  return tree && findNodeAtLocation(tree, ['log', 'entries'])?.children;
}

function recorded(name: string, text: string, entries: readonly Node[]): Written[] {
  const payloads = entries.flatMap((entry) => ofEntry(text, entry));
  if (payloads.length > 0) return payloads;
  throw new Error(
    `${name} holds no payload: none of its ${entries.length} requests is one of the six operations with a body.`,
  );
}

function ofEntry(text: string, entry: Node): Written[] {
  const at = (...path: string[]) => findNodeAtLocation(entry, ['request', ...path]);
  const [method, url, body] = [at('method')?.value, at('url')?.value, at('postData', 'text')];
  const match =
    typeof url === 'string' && URL.canParse(url) ? matchOperation(new URL(url).pathname) : undefined;
  if (!match || method !== operations[match.endpoint].method || typeof body?.value !== 'string') return [];
  const inFile = (offset: number) => body.offset + 1 + lengthAsWritten(text.slice(body.offset + 1), offset);
  return [{ endpoint: match.endpoint, body: Buffer.from(body.value), inFile }];
}

/** How many characters the first ones of a JSON string take where some of them are written as escapes. */
function lengthAsWritten(text: string, characters: number): number {
  const written = /(?:\\u[\dA-Fa-f]{4}|\\.|[^\\])/gsy;
  for (let count = 0; count < characters; count += 1) written.test(text);
  return written.lastIndex;
}

/** A file or what came by stdin. */
export interface Input {
  readonly name: string;
  readonly bytes: Buffer;
}

const STDIN = '-';

/** What there is to check; throws one sentence where a file cannot be read or nothing came. */
export async function inputsOf(files: readonly string[]): Promise<Input[]> {
  const names = files.length > 0 ? files : [STDIN];
  const inputs: Input[] = [];
  for (const name of new Set(names)) inputs.push(name === STDIN ? await fromStdin() : fromFile(name));
  return inputs;
}

function fromFile(name: string): Input {
  try {
    return { name, bytes: readFileSync(name) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(`${name} cannot be read (${String(code)}): name a file that is there.`);
  }
}

async function fromStdin(): Promise<Input> {
  const bytes = process.stdin.isTTY ? Buffer.alloc(0) : await buffer(process.stdin);
  if (bytes.toString().trim() === '')
    throw new Error('Nothing came by stdin: name a file, or pipe a payload in.');
  return { name: 'stdin', bytes };
}
