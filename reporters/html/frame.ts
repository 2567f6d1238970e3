import { readFileSync } from 'node:fs';
import type { Said } from '#results/said';
import { type Language, languageSwitch, spoken } from './languages.ts';
import { html, type Markup, raw } from './markup.ts';
import { t, titled } from './texts.ts';

const textOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const own = (name: string) => raw(textOf(name));
const speaker = raw(textOf('say.mjs').replaceAll('export ', ''));

/** A page as one file that needs no other and asks no network for anything, in a language and with a switch to the others. */
export function frame(title: Said, main: Markup, footer: Markup, language: Language): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
${titled(title.text, title.values)}
<style>${own('page.css')}${own('maps/maps.css')}</style>
</head>
<body>
<a class="skip" href="#main">${t('To the results')}</a>
<main id="main" tabindex="-1">
${languageSwitch(language)}${main}
</main>
<footer>${footer}</footer>
<script>${speaker}${own('page.client.js')}</script>
</body>
</html>
`.markup;
  return spoken(page, language);
}
