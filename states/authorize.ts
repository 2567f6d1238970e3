import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';

// Walks through an authorization page with a test user and prints fresh codes, a line each: docs/provider-states.md.
// node --import tsx states/authorize.ts STEPS.json [COUNT]

/** One thing that a user does there; a value is named by the variable that has it, so that no table holds a password. */
type Step =
  | { readonly fill: string; readonly with: string; readonly optional?: boolean }
  | { readonly click: string; readonly optional?: boolean };

const SECONDS = 20;
const SECONDS_FOR_OPTIONAL = 3;
/** Returns the text of a page. */
const LONGEST = 200;

const [, , table = '', count = '1'] = process.argv;

try {
  const steps = stepsIn(table);
  if (!/^[1-9]\d*$/.test(count)) throw new Error(`"${count}" is no number of codes: say 1, or how many.`);
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

/** The code that the page leads to; ends at once where it shows an error, for no step leads on from there. */
async function codeFrom(page: Page, steps: readonly Step[]): Promise<string> {
  return Promise.race([walked(page, steps), refused(page)]);
}

/** Walks the steps and takes the code from the address that they lead to; nothing is sent there. */
async function walked(page: Page, steps: readonly Step[]): Promise<string> {
  const address = variable('AUTHORIZATION_URL');
  if (!URL.canParse(address)) throw new Error(`AUTHORIZATION_URL is "${address}": set it to an absolute URL.`);
  const back = new URL(address).searchParams.get('redirect_uri') ?? '';
  if (back === '')
    throw new Error(
      'AUTHORIZATION_URL has no redirect_uri, by which the address with the code is known: add that of the application.',
    );
  const arrived = new Promise<string>((resolve) => {
    page.on('request', (request) => request.url().startsWith(back) && resolve(request.url()));
  });
  await page.route(`${back}**`, (route) => route.fulfill({ body: '' }));
  await page.goto(address);
  for (const step of steps) await walk(page, step);
  const late = pause(SECONDS * 1000, undefined, { ref: false });
  const reached = await Promise.race([arrived, late]);
  if (reached === undefined)
    throw new Error(
      `No step led to ${back} within ${SECONDS} s; the page is ${addressOf(page)}: correct the steps, or add the one that is missing there.`,
    );
  const { searchParams } = new URL(reached);
  const code = searchParams.get('code');
  if (code !== null) return code;
  const error = [searchParams.get('error'), searchParams.get('error_description')].filter(Boolean).join(': ');
  throw new Error(`The page led to ${back} without a code${error && `, but with the error ${error}`}.`);
}

/** Ends with what the page says as soon as it is answered with an error, such as a client_id that it does not know. */
function refused(page: Page): Promise<never> {
  let status = 0;
  page.on('response', (response) => {
    const isPage = response.request().isNavigationRequest() && response.frame() === page.mainFrame();
    if (isPage) status = response.status();
  });
  return new Promise((_, reject) => {
    page.on('domcontentloaded', async () => {
      if (status < 400) return;
      const said = `${addressOf(page)} answered ${status} (${await wordsOf(page)})`;
      reject(new Error(`${said}: correct AUTHORIZATION_URL, its client_id and its redirect_uri.`));
    });
  });
}

function addressOf(page: Page): string {
  return page.url().split('?')[0] ?? '';
}

/** Returns what a page shows, in one line. */
async function wordsOf(page: Page): Promise<string> {
  const text = await page.innerText('body', { timeout: 1000 }).catch(() => '');
  return text.replace(/\s+/g, ' ').trim().slice(0, LONGEST) || 'without a word';
}

async function walk(page: Page, step: Step): Promise<void> {
  const selector = 'fill' in step ? step.fill : step.click;
  const timeout = (step.optional ? SECONDS_FOR_OPTIONAL : SECONDS) * 1000;
  const place = page.locator(selector).first();
  const doing = 'fill' in step ? place.fill(variable(step.with), { timeout }) : place.click({ timeout });
  await doing.catch(async () => {
    if (step.optional) return;
    const what = `Nothing could be ${'fill' in step ? 'filled' : 'clicked'} at ${selector}`;
    throw new Error(`${what} of ${addressOf(page)} (${await wordsOf(page)}): correct it in ${table}.`);
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
    throw new Error(`"${file}" is no JSON file of steps: docs/provider-states.md has one.`);
  }
}
