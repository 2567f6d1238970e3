import { readFileSync } from 'node:fs';
import type { MessageValues } from '#results/message';
import { type Language, languageSwitch, spoken } from './languages.ts';
import { html, type Markup, raw } from './markup.ts';
import { t, titled } from './texts.ts';

const own = (name: string) => raw(readFileSync(new URL(name, import.meta.url), 'utf8'));

interface Parts {
  readonly title: { readonly id: string; readonly values: MessageValues };
  readonly bar: Markup;
  readonly main: Markup;
  readonly footer?: Markup;
  readonly sheet: string;
}

/** Returns a page as one file that needs no other and no network, in a language and with a switch to the others. */
export function frame({ title, bar, main, footer, sheet }: Parts, language: Language): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
${titled(title.id, title.values)}
<style>${own('page.css')}
@page { @top-left { content: ${raw(cssText(sheet))} } }</style>
</head>
<body>
<a class="skip" href="#main">${t('skip')}</a>
<header class="bar">${bar}${languageSwitch(language)}</header>
<main id="main" tabindex="-1">
${main}
</main>
${footer && html`<footer>${footer}</footer>`}
<script>${own('page.client.js')}</script>
</body>
</html>
`.markup;
  return spoken(page, language);
}

function cssText(text: string): string {
  return `"${text.replace(/[^\w .,:()-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
}
