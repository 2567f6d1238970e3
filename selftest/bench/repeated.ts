import type { Seen } from '../tools/front.ts';

/** Holds what differs between two requests that ask the same: ids, tokens, codes and tags. */
const issued = /APP_USR-[\w-]+|TEST-[\w-]+|TG-[\w-]+|conformance-[\w-]+|[0-9a-f]{8}-[\w-]{27}|[0-9a-f]{16,}|\d{4,}/gi;

/** Lists the requests that are the same but for what was issued, the most frequent first. */
export function repeated(requests: readonly Seen[]): (readonly [count: number, request: string])[] {
  const counts = new Map<string, number>();
  for (const { method, path, body } of requests) {
    const request = `${method} ${path} ${body}`.replace(issued, '…');
    counts.set(request, (counts.get(request) ?? 0) + 1);
  }
  const found = [...counts].filter(([, count]) => count > 1);
  return found.map(([request, count]) => [count, request] as const).sort(([one], [other]) => other - one);
}
