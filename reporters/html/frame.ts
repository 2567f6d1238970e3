import { readFileSync } from 'node:fs';
import { fillTemplate, isMessageId, type MessageId, type MessageValues, message, messages } from '#api/messages';
import { requirementTexts } from '#api/register';
import type { Settings } from '#run/settings/settings';
import { escaped, getValues, html, type Markup, raw, t, unescaped } from './texts.ts';

const readPart = (name: string) => raw(readFileSync(new URL(name, import.meta.url), 'utf8'));

interface Parts {
  readonly title: { readonly id: MessageId; readonly values: MessageValues };
  readonly bar: Markup;
  readonly main: Markup;
  readonly sheet: string;
}

/** Returns a page as one file that needs no other and no network, in a language and with a switch to the others. */
export function frame({ title, bar, main, sheet }: Parts, language: Language): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title data-t="${title.id}"${getValues(title.values)}>${message(title.id, title.values)}</title>
<style>${readPart('page.css')}
@page { @top-left { content: ${raw(cssText(sheet))} } }</style>
</head>
<body>
<a class="skip" href="#main">${t('skip')}</a>
<header class="bar">${bar}${languageSwitch(language)}</header>
<main id="main" tabindex="-1">
${main}
</main>
<script>${readPart('page.client.js')}</script>
</body>
</html>
`.markup;
  return translatePage(page, language);
}

function cssText(text: string): string {
  return `"${text.replace(/[^\w .,:()-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
}

export type Language = Settings['REPORT_LANGUAGE'];

const names: Readonly<Record<Language, string>> = { en: 'English', es: 'Español', pt: 'Português' };
const marks = /<(?:span|title|option)[^>]*? data-t="([^"]*)"(?: data-v="([^"]*)")?>([^<]*)/g;
const labels = /aria-label="([^"]*)" data-l="([^"]*)"(?: data-v="([^"]*)")?/g;

function languageSwitch(current: Language): Markup {
  const options = Object.entries(names).map(
    ([language, name]) => html`<option value="${language}"${language === current && html` selected`}>${name}</option>`,
  );
  return html`<label id="languages" hidden><span class="unseen">English, Español, Português</span><select name="language">${options}</select></label>`;
}

/** Returns a page in a language, with the texts of the others that its script needs. */
function translatePage(page: string, language: Language): string {
  const texts = getTexts(page);
  const words = texts[language];
  const say = (id = '', values = '{}') =>
    escaped(fillTemplate(words[unescaped(id)] ?? unescaped(id), JSON.parse(unescaped(values)) satisfies MessageValues));
  const mark = (whole: string, id: string, values: string | undefined, text: string) =>
    `${whole.slice(0, whole.length - text.length)}${say(id, values)}`;
  const name = (whole: string, text: string, id: string, values?: string) =>
    `aria-label="${say(id, values)}"${whole.slice(`aria-label="${text}"`.length)}`;
  const shown = page.replace(marks, mark).replace(labels, name);
  const data = JSON.stringify(texts).replaceAll('<', '\\u003c');
  const script = html`<script type="application/json" id="texts">${raw(data)}</script>`;
  return shown
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('</main>', () => `</main>\n${script.markup}`);
}

const scriptTexts = ['script.shown', 'script.copied'] as const;

function getTexts(page: string): Readonly<Record<Language, Readonly<Record<string, string>>>> {
  const found = new Map<string, string>(scriptTexts.map((id) => [id, messages[id].en]));
  const add = (id: string, text: string) => found.set(id, isMessageId(id) ? messages[id].en : text);
  for (const [, id = '', values, text = ''] of page.matchAll(marks))
    add(unescaped(id), unescaped(values === undefined ? text : id));
  for (const [, , id = ''] of page.matchAll(labels)) add(id, id);
  const inLanguage = (language: Translation) => {
    const requirements = requirementTexts(language);
    const translate = createTranslator(language);
    const toText = (id: string, text: string) =>
      isMessageId(id) ? messages[id][language] : (requirements[id] ?? translate(text));
    return Object.fromEntries([...found].map(([id, text]) => [id, toText(id, text)]));
  };
  return { en: Object.fromEntries(found), es: inLanguage('es'), pt: inLanguage('pt') };
}

type Translation = Exclude<Language, 'en'>;

const FEWEST = 6;
const LONGEST_SENTENCE = 1000;

/** Returns a function that translates an English sentence of a result: it finds the message by its English text. */
export function createTranslator(language: Translation): (sentence: string) => string {
  const texts: Readonly<Record<string, string>> = {
    ...requirementTexts(language),
    ...Object.fromEntries(Object.values(messages).map((row) => [row.en, row[language]])),
  };
  const letters = (text: string) => text.replace(/\{\w+\}|\P{L}/gu, '').length;
  const patterns = Object.keys(texts)
    .filter((text) => text.includes('{') && letters(text) >= FEWEST)
    .sort((one, other) => letters(other) - letters(one))
    .map((text) => [text, fitting(text)] as const);

  const translate = (sentence: string): string => {
    if (Object.hasOwn(texts, sentence)) return texts[sentence] ?? sentence;
    if (sentence.length > LONGEST_SENTENCE) return sentence;
    for (const [text, fits] of patterns) {
      const values = fits.exec(sentence)?.groups;
      const translated = values && Object.entries(values).map(([name, value]) => [name, translate(value)]);
      if (translated) return fillTemplate(texts[text] ?? text, Object.fromEntries(translated));
    }
    return sentence.includes('; ') ? sentence.split('; ').map(translate).join('; ') : sentence;
  };
  return translate;
}

function fitting(text: string): RegExp {
  const literal = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const names = new Set<string>();
  const toGroup = (_: string, name: string) => {
    if (names.has(name)) return `\\k<${name}>`;
    names.add(name);
    return `(?<${name}>(?:(?!; ).)+?)`;
  };
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, toGroup)}$`, 's');
}
