/** The values that stand in a text. */
export type Values = Readonly<Record<string, string | number>>;

/** A text with `{name}` for each of its values, so that it can be said in another language. */
export interface Said {
  readonly text: string;
  readonly values?: Values;
}

/** A text with its values. */
export function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
