import { fillTemplate } from '#results/message';

type Texts = Readonly<Record<string, string>>;

/** With fewer letters of its own a template fits sentences that it is none of: `{count} tests`. */
const FEWEST = 6;
/** Holds what is longer is no sentence of ours, but what a target sent. */
const LONGEST = 1000;

/** Returns what translates a sentence that came with its values in it: by the template that it fits, or part by part. */
export function speakerOf(texts: Texts): (sentence: string) => string {
  const letters = (text: string) => text.replace(/\{\w+\}|\P{L}/gu, '').length;
  const patterns = Object.keys(texts)
    .filter((text) => text.includes('{') && letters(text) >= FEWEST)
    .sort((one, other) => letters(other) - letters(one))
    .map((text) => [text, fitting(text)] as const);

  const say = (words: string): string => {
    if (Object.hasOwn(texts, words)) return texts[words] ?? words;
    if (words.length > LONGEST) return words;
    for (const [text, fits] of patterns) {
      const values = fits.exec(words)?.groups;
      const said = values && Object.entries(values).map(([name, value]) => [name, say(value)]);
      if (said) return fillTemplate(texts[text] ?? text, Object.fromEntries(said));
    }
    return words.includes('; ') ? words.split('; ').map(say).join('; ') : words;
  };
  return say;
}

function fitting(text: string): RegExp {
  const literal = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>(?:(?!; ).)+?)')}$`, 's');
}
