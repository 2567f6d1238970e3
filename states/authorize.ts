import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';

// Walks through an authorization page with a test user and prints new codes, one a line: docs/provider-states.md.
// node --import tsx states/authorize.ts STEPS.json [COUNT]

/** Describes one action of the user. A value is named by its variable, so that no file holds a password. */
type Step =
  | { readonly fill: string; readonly with: string; readonly optional?: boolean }
  | { readonly click: string; readonly optional?: boolean };

const SECONDS = 20;
const SECONDS_FOR_OPTIONAL = 3;
/** Limits the text of a page in a message, in characters. */
const MAX_PAGE_TEXT = 200;

const [, , table = '', count = '1'] = process.argv;

try {
  const steps = stepsIn(table);
  if (!/^[1-9]\d*$/.test(count))
    throw new Error(`"${count}" is not a number of codes. Expected a whole number from 1 up.`);
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

/** Returns the code that the page leads to, or throws at once when the page shows an error. */
async function codeFrom(page: Page, steps: readonly Step[]): Promise<string> {
  return Promise.race([walkSteps(page, steps), failOnErrorPage(page)]);
}

/** Walks the steps and returns the code from the address that they lead to; nothing is sent there. */
async function walkSteps(page: Page, steps: readonly Step[]): Promise<string> {
  const address = variable('AUTHORIZATION_URL');
  if (!URL.canParse(address)) throw new Error(`AUTHORIZATION_URL is "${address}". Expected an absolute URL.`);
  const back = new URL(address).searchParams.get('redirect_uri') ?? '';
  if (back === '')
    throw new Error('AUTHORIZATION_URL has no redirect_uri. Set it to the redirect URI of the application.');
  const arrived = new Promise<string>((resolve) => {
    page.on('request', (request) => request.url().startsWith(back) && resolve(request.url()));
  });
  await page.route(`${back}**`, (route) => route.fulfill({ body: '' }));
  await page.goto(address);
  for (const step of steps) await walk(page, step);
  const late = pause(SECONDS * 1000, undefined, { ref: false });
  const reached = await Promise.race([arrived, late]);
  if (reached === undefined)
    throw new Error(`No step led to ${back} within ${SECONDS} s. Check the steps for ${getAddress(page)}.`);
  const { searchParams } = new URL(reached);
  const code = searchParams.get('code');
  if (code !== null) return code;
  const error = [searchParams.get('error'), searchParams.get('error_description')].filter(Boolean).join(': ');
  throw new Error(
    `The page led to ${back} without a code${error && `, but with the error ${error}`}. Check the steps and the user.`,
  );
}

/** Throws with the text of the page when its response is an error, such as for an unknown client_id. */
function failOnErrorPage(page: Page): Promise<never> {
  let status = 0;
  page.on('response', (response) => {
    const isPage = response.request().isNavigationRequest() && response.frame() === page.mainFrame();
    if (isPage) status = response.status();
  });
  return new Promise((_, reject) => {
    page.on('domcontentloaded', async () => {
      if (status < 400) return;
      const what = `${getAddress(page)} returned ${status} (${await toText(page)})`;
      reject(new Error(`${what}. Check client_id and redirect_uri in AUTHORIZATION_URL.`));
    });
  });
}

function getAddress(page: Page): string {
  return page.url().split('?')[0] ?? '';
}

/** Returns the visible text of a page in one line. */
async function toText(page: Page): Promise<string> {
  const text = await page.innerText('body', { timeout: 1000 }).catch(() => '');
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_PAGE_TEXT) || 'no text';
}

async function walk(page: Page, step: Step): Promise<void> {
  const selector = 'fill' in step ? step.fill : step.click;
  const timeout = (step.optional ? SECONDS_FOR_OPTIONAL : SECONDS) * 1000;
  const place = page.locator(selector).first();
  const doing = 'fill' in step ? place.fill(variable(step.with), { timeout }) : place.click({ timeout });
  await doing.catch(async () => {
    if (step.optional) return;
    const what = `Nothing could be ${'fill' in step ? 'filled' : 'clicked'} at ${selector}`;
    throw new Error(`${what} of ${getAddress(page)} (${await toText(page)}). Check the selector in ${table}.`);
  });
}

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Set it to the value that the steps need.`);
  return value;
}

function stepsIn(file: string): Step[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(`"${file}" is not a JSON file of steps. Expected the format in docs/provider-states.md.`);
  }
}
