/** The values that stand in a text. */
export type Values = Readonly<Record<string, string | number>>;

/** Returns a text with its values in place of `{name}`. */
export function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
