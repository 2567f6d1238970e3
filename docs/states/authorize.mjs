// Prints codes of an authorization page, one a line: node authorize.mjs [COUNT]. Copy it, and replace the four steps with
// those of your page, which `npx playwright codegen "$AUTHORIZATION_URL"` records.
import { chromium } from '@playwright/test';

const { AUTHORIZATION_URL = '', TEST_USER = '', TEST_PASSWORD = '', CHROMIUM = '/usr/bin/chromium' } = process.env;

async function getCode(browser) {
  const page = await browser.newPage(); // a user who was never here
  const redirectUri = new URL(AUTHORIZATION_URL).searchParams.get('redirect_uri');
  const isBack = (url) => url.href.startsWith(redirectUri);
  await page.route(isBack, (route) => route.fulfill({ body: '' })); // nothing is sent there
  page.setDefaultTimeout(10_000);
  await page.goto(AUTHORIZATION_URL);
  await page.fill('input[name=user]', TEST_USER);
  await page.fill('input[name=password]', TEST_PASSWORD);
  await page.click('button[type=submit]');
  await page.click('#allow');
  await page.waitForURL(isBack);
  const code = new URL(page.url()).searchParams.get('code');
  await page.close();
  return code;
}

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (let left = Number(process.argv[2] ?? 1); left > 0; left -= 1) console.log(await getCode(browser));
} catch (error) {
  console.error(String(error).split('\n')[0]); // the lines that follow hold the password
  process.exitCode = 1;
}
await browser.close();
