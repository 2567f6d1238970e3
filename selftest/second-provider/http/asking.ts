import { type APIRequestContext, test as base } from '@playwright/test';
import type { FormName } from '../choices/form-names.ts';
import { type SecondProvider, startSecondProvider } from '../server.ts';

type Sent = { body?: unknown; token?: unknown; method?: string };
type Started = { provider: SecondProvider; ask: (path: string, sent: Sent) => ReturnType<typeof ask> };

/** Playwright's test with second providers in any form, which are closed after the test. */
export const test = base.extend<{ start: (form: FormName) => Promise<Started> }>({
  start: async ({ request }, use) => {
    const started: SecondProvider[] = [];
    await use(async (form) => {
      const provider = await startSecondProvider({ form });
      started.push(provider);
      return { provider, ask: (path, sent) => ask(request, provider, path, sent) };
    });
    await Promise.all(started.map((provider) => provider.close()));
  },
});

/** Sends a body, text as it stands or anything else as JSON, and reads the answer, which is JSON or nothing. */
async function ask(request: APIRequestContext, { baseUrl }: SecondProvider, path: string, sent: Sent) {
  const { body, token, method = 'POST' } = sent;
  const written = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await request.fetch(baseUrl.replace(/\/$/, '') + path, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { data: Buffer.from(written) }),
  });
  const text = await answer.text();
  const declared: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: answer.status(), type: answer.headers()['content-type'] ?? '', text, told: declared };
}

/** Every value that stands anywhere in a JSON value. */
export function texts(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [value];
}

/** The texts without case and punctuation, as labels are compared. */
export function letters(values: unknown[]): string[] {
  return values.map((value) =>
    String(value)
      .replace(/[^a-z]/gi, '')
      .toLowerCase(),
  );
}
