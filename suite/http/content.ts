import { type Answer, parseJson } from '../core/exchange.ts';
import { transportFailure } from './failure.ts';
import { depthOf, type Limits } from './limits.ts';

/** JSON is UTF-8 without a byte order mark (RFC 8259, 8.1); anything else is kept as text only, with its flaw. */
export function contentOf(bytes: Buffer, limits: Limits): Pick<Answer, 'text' | 'json' | 'flaw'> {
  const text = utf8(bytes);
  if (text === undefined) return { text: bytes.toString('utf8'), json: undefined, flaw: 'is no UTF-8' };
  if (text.startsWith('\uFEFF')) return { text, json: undefined, flaw: 'begins with a byte order mark' };
  // Looked at before it is parsed: millions of levels fill the memory, and thousands overflow what walks them.
  if (depthOf(text, limits.depth) > limits.depth)
    throw transportFailure('broken', `the JSON is nested deeper than ${limits.depth} levels`);
  return { text, json: parseJson(text) };
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
