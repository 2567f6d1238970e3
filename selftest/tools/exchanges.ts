import { type Exchange, parseJson } from '#api/exchange';

const body = JSON.stringify({ grant_type: 'refresh_token', client_id: '1', client_secret: 'secret' });

/** Returns an exchange of the token operation as a matcher sees it; `given` changes a plain success. */
export function exchange(given: Partial<Exchange> & { text?: string } = {}): Exchange {
  const text = given.text ?? '{}';
  return {
    endpoint: 'oauth-token',
    request: { method: 'POST', url: 'http://target.example/oauth/token', headers: {}, body },
    status: 200,
    headers: { 'content-type': 'application/json' },
    text,
    json: parseJson(text),
    milliseconds: 1,
    control: async () => undefined,
    negativeControl: async () => undefined,
    reproduce: () => [],
    recordBreach: () => undefined,
    repeatsCredential: () => false,
    ...given,
  };
}

/** Returns the lines between the first line and the body of a failed matcher's message. */
export async function getProblems(judgement: Promise<unknown>): Promise<string[]> {
  const message = await judgement.then(
    () => '',
    (error: Error) => error.message,
  );
  const lines = message.split('\n').filter((line) => line.startsWith('  - '));
  return lines.map((line) => line.slice('  - '.length));
}
