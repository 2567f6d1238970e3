import { type Answer, parseJson } from '../core/exchange.ts';
import { lacking } from './failure.ts';
import { limits } from './limits.ts';

/** JSON is UTF-8 without a byte order mark (RFC 8259, 8.1); anything else is kept as text only, with its flaw. */
export function contentOf(bytes: Buffer): Pick<Answer, 'text' | 'json' | 'flaw'> {
  const text = utf8(bytes);
  if (text === undefined) return { text: bytes.toString('utf8'), json: undefined, flaw: 'is no UTF-8' };
  if (text.startsWith('\uFEFF')) return { text, json: undefined, flaw: 'begins with a byte order mark' };
  if (isTooDeep(text)) throw lacking('broken', `the JSON is nested deeper than ${limits.depth} levels`);
  return { text, json: parseJson(text) };
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Looked at before it is parsed: millions of levels fill the memory, and thousands overflow what walks them. */
function isTooDeep(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length && depth <= limits.depth; at += 1) {
    const character = text[at] ?? '';
    if (quoted && character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted) depth += step[character] ?? 0;
  }
  return depth > limits.depth;
}

const step: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };
