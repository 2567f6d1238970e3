import { readFileSync } from 'node:fs';
import type { Conformance } from '../document.ts';
import { answers } from './answers.ts';
import { suiteErrors, waivers } from './besides.ts';
import type { EvidenceByTest } from './evidence.ts';
import { head, overview } from './head.ts';
import { industryMatrix } from './industries.ts';
import { type LeftBehind, leftBehind } from './left-behind.ts';
import { html, raw } from './markup.ts';
import { requirementTables } from './requirement-tables.ts';

const own = (name: string) => raw(readFileSync(new URL(name, import.meta.url), 'utf8'));

/** The conformance page: one file that needs no other and asks no network for anything. */
export function page(document: Conformance, evidence: EvidenceByTest, left?: LeftBehind): string {
  const { target, verdict, requirements } = document;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${verdict}: conformance of ${target.name}</title>
<style>${own('page.css')}</style>
</head>
<body>
<a class="skip" href="#main">To the results</a>
<main id="main">
${head(document)}${suiteErrors(document)}${overview(document)}${waivers(document)}
${requirementTables(requirements, evidence)}
${industryMatrix(document, evidence)}
${answers(document)}
${leftBehind(left)}
</main>
<footer><p>A <b>must</b> is what the reference states. A <b>should</b> is what any client relies on. A <b>question</b> is where the
reference is silent. <b>Not exercised</b> and <b>inconclusive</b> requirements prove nothing, for or against.</p></footer>
<script>${own('page.client.js')}</script>
</body>
</html>
`.markup;
}
