import type { Values } from '../../suite/results/said.ts';

export function speakerOf(texts: Readonly<Record<string, string>>): (text: string, values?: Values) => string;
