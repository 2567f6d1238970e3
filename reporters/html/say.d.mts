import type { Values } from '#results/said';

export function speakerOf(texts: Readonly<Record<string, string>>): (text: string, values?: Values) => string;
