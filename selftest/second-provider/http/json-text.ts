import type { Call } from './replies.ts';

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value of the call's body; undefined if it is not JSON or not sent as JSON. */
export function bodyOf(call: Call): { value: unknown } | undefined {
  if (call.form.wire.requestMediaType === 'json only' && !isSentAsJson(call)) return undefined;
  try {
    return { value: JSON.parse(call.text) };
  } catch {
    return undefined;
  }
}

function isSentAsJson({ headers }: Call): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers['content-type'] ?? '');
}

/** Returns true if an object's text names the same field twice, which JSON.parse accepts. */
export function repeatsField(text: string): boolean {
  const names = fieldNames(text);
  return new Set(names).size < names.length;
}

/** Returns the field names of the outermost object as written, in order and with duplicates. */
function fieldNames(text: string): string[] {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g) ?? [];
  let depth = 0;
  return tokens.flatMap((token, at) => {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    return depth === 1 && token.startsWith('"') && tokens[at + 1] === ':' ? [String(JSON.parse(token))] : [];
  });
}
