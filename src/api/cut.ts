const SLACK = 65_536;

/** Redacts a text and cuts it, at a cost independent of its length; no half of a secret is left at the cut. */
export function excerpt(text: string, longest: number, redact: (text: string) => string): string {
  const kept = longest + SLACK;
  if (text.length <= kept) {
    const clean = redact(text); // before it is cut: half a secret would not be found
    return clean.length > longest ? `${clean.slice(0, longest)}… (${clean.length} characters)` : clean;
  }
  const clean = redact(text.slice(0, kept));
  return `${clean.slice(0, Math.max(0, Math.min(longest, clean.length - SLACK)))}… (${text.length} characters)`;
}

/** Cuts a text that is too long. */
export function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
