import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';

// Walks through an authorization page with a test user and prints fresh codes, a line each: docs/states-command.md.
// node --import tsx states/authorize.ts STEPS.json [COUNT]

/** One thing that a user does there; a value is named by the variable that has it, so that no table holds a password. */
type Step =
  | { readonly fill: string; readonly with: string; readonly optional?: boolean }
  | { readonly click: string; readonly optional?: boolean };

const SECONDS = 20;
const SECONDS_FOR_OPTIONAL = 3;

const [, , table = '', count = '1'] = process.argv;

try {
  const steps = stepsIn(table);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  for (let left = Number(count); left > 0; left -= 1) {
    const context = await browser.newContext(); // a user who was never here
    console.log(await codeFrom(await context.newPage(), steps));
    await context.close();
  }
  await browser.close();
} catch (error) {
  const [sentence] = (error instanceof Error ? error.message : String(error)).split('\n');
  console.error(sentence);
  process.exit(1);
}

/** Walks the steps and takes the code from the address that the page leads to; nothing is sent there. */
async function codeFrom(page: Page, steps: readonly Step[]): Promise<string> {
  const url = new URL(variable('AUTHORIZATION_URL'));
  const back = url.searchParams.get('redirect_uri') ?? '';
  if (back === '')
    throw new Error(
      'AUTHORIZATION_URL has no redirect_uri: the code could not be told from other addresses.',
    );
  const arrived = new Promise<string>((resolve) => {
    page.on('request', (request) => request.url().startsWith(back) && resolve(request.url()));
  });
  await page.route(`${back}**`, (route) => route.fulfill({ body: '' }));
  await page.goto(url.href);
  for (const step of steps) await walk(page, step);
  const late = pause(SECONDS * 1000, undefined, { ref: false });
  const address = await Promise.race([arrived, late]);
  if (address === undefined)
    throw new Error(`No step led to ${back} within ${SECONDS} s; the page is ${page.url().split('?')[0]}.`);
  const code = new URL(address).searchParams.get('code');
  if (code === null) throw new Error(`The page led to ${back} without a code.`);
  return code;
}

async function walk(page: Page, step: Step): Promise<void> {
  const selector = 'fill' in step ? step.fill : step.click;
  const timeout = (step.optional ? SECONDS_FOR_OPTIONAL : SECONDS) * 1000;
  const place = page.locator(selector).first();
  const doing = 'fill' in step ? place.fill(variable(step.with), { timeout }) : place.click({ timeout });
  await doing.catch(() => {
    if (!step.optional)
      throw new Error(
        `Nothing could be ${'fill' in step ? 'filled' : 'clicked'} at ${selector}: correct it in ${table}.`,
      );
  });
}

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set, and the walk needs it.`);
  return value;
}

function stepsIn(file: string): Step[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(`"${file}" is no JSON file of steps: docs/states-command.md has one.`);
  }
}
