/** A text, cut where it is longer. Redact it before: half a secret would not be found. */
function shorten(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}

/** A secret in its longest form is shorter than this. */
const SLACK = 65_536;

/** Redacts a text and cuts it, at a cost that does not grow with a text of megabytes; no half of a secret is left at the cut. */
export function excerpt(text: string, longest: number, redact: (text: string) => string): string {
  const kept = longest + SLACK;
  if (text.length <= kept) return shorten(redact(text), longest);
  const clean = redact(text.slice(0, kept));
  return `${clean.slice(0, Math.max(0, Math.min(longest, clean.length - SLACK)))}… (${text.length} characters)`;
}
