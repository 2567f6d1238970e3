// Plain JavaScript, because the script of the page says by it too.

/** With fewer letters of its own a text fits sentences that it is none of: `{count} tests`. */
const FEWEST = 6;
/** What is longer is no sentence of ours, but what a target said. */
const LONGEST = 1000;

/** Says a text with its values in another language: `texts` has each text by the English one, with `{name}` for a value. */
export function speakerOf(texts) {
  const own = (text) => (Object.hasOwn(texts, text) ? texts[text] : undefined);
  const letters = (text) => text.replace(/\{\w+\}|\P{L}/gu, '').length;
  const patterns = Object.keys(texts)
    .filter((text) => text.includes('{') && letters(text) >= FEWEST)
    .sort((one, other) => letters(other) - letters(one))
    .map((text) => [text, fitting(text)]);
  const fill = (text, values) =>
    text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? sentence(String(values[name])) : whole));

  // A sentence that came with its values in it is found by the text that it fits; one of several behind each other alone.
  const sentence = (words) => {
    const known = own(words);
    if (known !== undefined) return known;
    if (words.length > LONGEST) return words;
    for (const [text, fits] of patterns) {
      const values = fits.exec(words)?.groups;
      if (values) return fill(texts[text], values);
    }
    return words.includes('; ') ? words.split('; ').map(sentence).join('; ') : words;
  };
  return (text, values = {}) =>
    Object.keys(values).length === 0 ? sentence(text) : fill(own(text) ?? text, values);
}

function fitting(text) {
  const literal = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>(?:(?!; ).)+?)')}$`, 's');
}
