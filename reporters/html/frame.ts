import { readFileSync } from 'node:fs';
import { html, type Markup, raw } from './markup.ts';

const own = (name: string) => raw(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** A page as one file that needs no other and asks no network for anything. */
export function frame(title: string, main: Markup, footer: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${own('page.css')}${own('maps/maps.css')}</style>
</head>
<body>
<a class="skip" href="#main">To the results</a>
<main id="main" tabindex="-1">
${main}
</main>
<footer>${footer}</footer>
<script>${own('page.client.js')}</script>
</body>
</html>
`.markup;
}
