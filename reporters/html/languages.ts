import { requirementTexts } from '#api/register';
import type { Values } from '#results/said';
import type { Settings } from '#run/settings/settings';
import es from '../texts/es.json' with { type: 'json' };
import pt from '../texts/pt.json' with { type: 'json' };
import { escaped, html, type Markup, raw, unescaped } from './markup.ts';
import { speakerOf } from './say.mjs';

export type Language = Settings['REPORT_LANGUAGE'];

/** The texts of each language by the English ones; English needs none. */
export const translations: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>>> = {
  es: { ...es, ...requirementTexts('es') },
  pt: { ...pt, ...requirementTexts('pt') },
};

const names: Readonly<Record<Language, string>> = { en: 'English', es: 'Español', pt: 'Português' };

/** The switch between the languages, which the address keeps with the filters, and the texts that its script needs. */
export function languageSwitch(own: Language): Markup {
  const options = Object.entries(names).map(
    ([language, name]) =>
      html`<option value="${language}"${language === own && html` selected`}>${name}</option>`,
  );
  const texts = JSON.stringify(translations).replaceAll('<', '\\u003c');
  return html`<p class="language"><label>English · Español · Português <select name="language" form="filters">${options}</select></label></p>
<script type="application/json" id="texts">${raw(texts)}</script>`;
}

/** A page whose marked texts (texts.ts) are said in a language. */
export function spoken(page: string, language: Language): string {
  if (language === 'en') return page;
  const speak = speakerOf(translations[language]);
  const say = (text: string, values: Values) => escaped(speak(text, values));
  const given = (values = '{}'): Values => JSON.parse(unescaped(values));
  const marked = /(<\w+\b[^>]*? data-t="([^"]*)"(?: data-v="([^"]*)")?>)[^<]*/g;
  const labelled = /aria-label="[^"]*"( data-l="([^"]*)"(?: data-v="([^"]*)")?)/g;
  const inRow = /(<span data-j="([^"]*)">)[^<]*/g;
  return page
    .replace(
      marked,
      (_, tag: string, text: string, values?: string) => tag + say(unescaped(text), given(values)),
    )
    .replace(
      labelled,
      (_, rest: string, text: string, values?: string) =>
        `aria-label="${say(unescaped(text), given(values))}"${rest}`,
    )
    .replace(
      inRow,
      (_, tag: string, parts: string) =>
        tag +
        partsOf(parts)
          .map(([text, values]) => say(text, values))
          .join(''),
    )
    .replace('<html lang="en">', `<html lang="${language}">`);
}

function partsOf(attribute: string): (readonly [text: string, values: Values])[] {
  return JSON.parse(unescaped(attribute));
}
