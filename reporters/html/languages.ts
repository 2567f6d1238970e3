import type { Settings } from '../../suite/run/settings/settings.ts';
import es from '../texts/es.json' with { type: 'json' };
import pt from '../texts/pt.json' with { type: 'json' };
import { escaped, html, type Markup, raw, unescaped } from './markup.ts';
import { filled } from './texts.ts';

export type Language = Settings['REPORT_LANGUAGE'];

/** The texts of each language by the English ones; English needs none. */
export const translations: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>>> = {
  es,
  pt,
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
  const texts = translations[language];
  const marked = /(<(?:span|option)\b[^>]*? data-t="([^"]*)"(?: data-v="([^"]*)")?>)[^<]*/g;
  const said = page.replace(marked, (_, tag: string, text: string, values = '{}') => {
    const key = unescaped(text);
    return `${tag}${escaped(filled(texts[key] ?? key, JSON.parse(unescaped(values))))}`;
  });
  return said.replace('<html lang="en">', `<html lang="${language}">`);
}
