import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import packageFile from '../../package.json' with { type: 'json' };

const docs = readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []));
const packed = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...docs];
const folders = ['reports', 'ledgers', 'waivers'].map((folder) => `${folder}/README.md`);

function getLinks(page: string) {
  const links = readFileSync(page, 'utf8').matchAll(/\]\(([^)#:\s]*)(?:#([^)\s]+))?\)/g);
  return [...links].map(([, file = '', anchor]) => ({
    file: file === '' ? page : path.join(path.dirname(page), file),
    anchor,
  }));
}

/** Returns the anchors that GitHub gives the headings of a page. */
function getAnchors(page: string): string[] {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

for (const page of [...packed, ...folders])
  test(`${page} has no dead link`, () => {
    for (const { file, anchor } of getLinks(page)) {
      expect(existsSync(file), file).toBe(true);
      if (anchor !== undefined) expect(getAnchors(file), file).toContain(anchor);
    }
  });

test('the packed pages link to packed files only', () => {
  const files = ['README.md', ...packageFile.files];
  const isPacked = (file: string) => files.some((name) => file === name || file.startsWith(`${name}/`));
  for (const page of packed)
    for (const { file } of getLinks(page)) expect(isPacked(file), `${page}: ${file}`).toBe(true);
});

test('every page that a file names is in docs/', () => {
  const words = ['grep', '-hoE', 'docs/[a-z-]+\\.md', '--', ':!selftest/docs/links.spec.ts'];
  const lines = execFileSync('git', words, { encoding: 'utf8' });

  for (const name of new Set(lines.trim().split('\n'))) expect(docs).toContain(name);
});

test('CONTRIBUTING.md names files that exist', () => {
  const names = [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/`([\w.-]+(?:\/[\w.-]*)+)`/g)];
  expect(names.length).toBeGreaterThan(20);
  for (const [, name = ''] of names) expect(existsSync(name), name).toBe(true);
});
