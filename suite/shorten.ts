/** A text, cut where it is longer. Redact it before: half a secret would not be found. */
export function shorten(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}
