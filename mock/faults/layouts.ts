import { type Fault, stumbling } from '../fault.ts';
import { hasCharset, hasLines, says } from './found.ts';
import { rowsOf } from './row.ts';

const readers = [
  { operation: 'checkout-preferences', prefix: 'preference', breaks: 'PRF-02' },
  { operation: 'test-users', prefix: 'test-user', breaks: 'USR-08' },
  { operation: 'wallet-agreements', prefix: 'agreement', breaks: 'WAL-09' },
] as const;

const refused = [
  { slug: 'escapes', words: 'JSON with escapes', when: says(/\\u00/) },
  { slug: 'lines', words: 'JSON in lines', when: hasLines },
  { slug: 'charset', words: 'a media type with a charset', when: hasCharset },
] as const;

/** Creations that are refused for how their JSON is written. */
export const layoutFaults: readonly Fault[] = readers.flatMap(({ operation, prefix, breaks }) =>
  refused
    .filter(({ slug }) => slug !== 'charset' || operation !== 'checkout-preferences') // there it is not sent
    .map(({ slug, words, when }) =>
      rowsOf(operation, prefix).row(
        breaks,
        `layout-${slug}`,
        `A creation with ${words} is refused.`,
        stumbling(when, 400, 'invalid_request'),
      ),
    ),
);
