/** The most that a response may have. More is a failure whatever the test asks: it would harm any client. */
export interface Limits {
  readonly body: number;
  /** Interim answers (1xx) before the response. */
  readonly interim: number;
  readonly depth: number;
}

const alone: Limits = { body: 2_000_000, interim: 100, depth: 500 };

/** A byte that is sent back may be escaped (`\u0000`), and in a text within a text once more. */
const ESCAPED = 12;

/** The limits of the response to a body: what a target sends back of it, however written, comes on top of its own. */
export function limitsFor(body = ''): Limits {
  return {
    ...alone,
    body: alone.body + ESCAPED * Buffer.byteLength(body),
    depth: alone.depth + depthOf(body, Number.POSITIVE_INFINITY),
  };
}

/** Returns how many levels of arrays and objects a JSON text has; it is not read further than to the first level too many. */
export function depthOf(text: string, most: number): number {
  if (!/^\s*[[{]/.test(text)) return 0;
  let [depth, deepest, quoted] = [0, 0, false];
  for (let at = 0; at < text.length && deepest <= most; at += 1) {
    const character = text[at] ?? '';
    if (quoted && character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted) depth += step[character] ?? 0;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

const step: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };

/** The words for a response that exceeds a limit; undefined where it does not. */
export function excessOf(
  { bytes, interim }: { readonly bytes: number; readonly interim: number },
  limits: Limits,
): string | undefined {
  if (interim > limits.interim) return `more than ${limits.interim} interim answers (1xx) before an answer`;
  return bytes > limits.body ? tooLarge(limits) : undefined;
}

/** The words for a body that is too large. */
export function tooLarge({ body }: Limits): string {
  return `the body is larger than ${Math.round(body / 1_000_000)} MB`;
}
