/** A comparison that takes more than the right text: what it overlooks, and what it accepts. */
export type Comparison = {
  slug: string;
  words: string;
  accepts: (sent: string, right: string) => boolean;
};

/** Comparisons that take another text for the right one. */
export const looseComparisons: readonly Comparison[] = [
  { slug: 'longer', words: 'by its beginning', accepts: (sent, right) => sent.startsWith(right) },
  { slug: 'ending', words: 'by its end', accepts: (sent, right) => sent.endsWith(right) },
  { slug: 'within', words: 'anywhere in a text', accepts: (sent, right) => sent.includes(right) },
  {
    slug: 'shorter',
    words: 'by any beginning of it',
    accepts: (sent, right) => sent !== '' && right.startsWith(sent),
  },
  { slug: 'part', words: 'by any part of it', accepts: (sent, right) => sent !== '' && right.includes(sent) },
  {
    slug: 'any-case',
    words: 'in any case',
    accepts: (sent, right) => sent.toLowerCase() === right.toLowerCase(),
  },
  {
    slug: 'four',
    words: 'by four characters',
    accepts: (sent, right) => sent.slice(0, 4) === right.slice(0, 4),
  },
  {
    slug: 'first-half',
    words: 'by its first half',
    accepts: (sent, right) => sent.slice(0, right.length >> 1) === right.slice(0, right.length >> 1),
  },
  {
    slug: 'last-four',
    words: 'by its last four',
    accepts: (sent, right) => sent.slice(-4) === right.slice(-4),
  },
  {
    slug: 'but-first',
    words: 'by all but its first character',
    accepts: (sent, right) => sent.length === right.length && sent.slice(1) === right.slice(1),
  },
  { slug: 'ends', words: 'by both its ends', accepts: hasEnds },
  { slug: 'length', words: 'by its length', accepts: (sent, right) => sent.length === right.length },
  {
    slug: 'wildcard',
    words: 'or a wildcard',
    accepts: (sent, right) => [right, '%', '*', '.*'].includes(sent),
  },
  { slug: 'hash', words: 'up to a hash sign', accepts: (sent, right) => sent.replace(/#.*/, '') === right },
  { slug: 'quote', words: 'up to a quote', accepts: (sent, right) => sent.replace(/'.*/, '') === right },
];

/** Comparisons that forgive how a text is written. */
export const forgivingComparisons: readonly Comparison[] = [
  { slug: 'trimmed', words: 'with blanks around it', accepts: (sent, right) => sent.trim() === right },
  { slug: 'quoted', words: 'in quotes', accepts: (sent, right) => sent.replaceAll('"', '') === right },
  { slug: 'normalised', words: 'normalised', accepts: (sent, right) => sent.normalize('NFKC') === right },
  { slug: 'decoded', words: 'percent-encoded', accepts: (sent, right) => decoded(sent) === right },
];

/** Whether a text has the right one's length and both its ends. */
function hasEnds(sent: string, right: string): boolean {
  const end = Math.floor(right.length / 3);
  const isOf = sent.startsWith(right.slice(0, end)) && sent.endsWith(right.slice(-end));
  return end > 0 && sent.length === right.length && isOf;
}

function decoded(text: string): string {
  return text.replaceAll(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}
