type Escape = (text: string) => string;

const doubleQuotes = ['"', '&quot;', '&#34;'];
const singleQuotes = ["'", '&#39;', '&#x27;', '&apos;'];

/** Ways in which a report, a page or a URL writes a text. */
const escapes: readonly Escape[] = [
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => text.replaceAll('/', '\\/'),
  (text) => text.replace(/[<>&]/g, toCodeUnit),
  (text) => text.replace(/[<>&\u0080-\uffff]/g, toCodeUnit),
  (text) => encodeURIComponent(text),
  (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  (text) => new URLSearchParams({ '': text }).toString().slice(1),
  ...doubleQuotes.flatMap((double) => singleQuotes.map((single) => createMarkupEscape({ '"': double, "'": single }))),
];

/** Shorter texts are no secrets: they would be found everywhere. */
export const SHORTEST_SECRET = 6;

/** Longer texts are no secrets but what a test sends to try a limit. */
export const LONGEST_SECRET = 8_192;

/** Returns every form of a secret in a file: as it is, escaped once or twice, in base64 or in hexadecimal. */
export function listEncodedForms(secret: string): ReadonlySet<string> {
  const text = Buffer.from(secret).toString(); // no lone surrogates, which no URL can hold
  const once = new Set([text, ...listEscapedForms(text)]);
  const twice = [...once].flatMap(listEscapedForms);
  const binary = [...once].flatMap((form) => [...listBase64Forms(form), ...listHexadecimalForms(form)]);
  return new Set([...once, ...twice, ...binary]);
}

/** Returns the escaped forms of a text; most secrets have only characters that each escape leaves unchanged. */
function listEscapedForms(text: string): string[] {
  return /^[\w.-]*$/.test(text) ? [] : escapes.map((written) => written(text));
}

/** Returns the three forms of a text in base64, by its offset, without the characters that neighbours change. */
function listBase64Forms(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((before) => {
    const base64 = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const inner = base64.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function listHexadecimalForms(text: string): string[] {
  const hex = Buffer.from(text).toString('hex');
  return [hex, hex.toUpperCase()];
}

function toCodeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function createMarkupEscape(quotes: Readonly<Record<string, string>>): Escape {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', ...quotes };
  return (text) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
