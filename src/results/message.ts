/** The values in a text. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Returns a text with its values instead of `{name}`. */
export function fillTemplate(text: string, values: MessageValues): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
