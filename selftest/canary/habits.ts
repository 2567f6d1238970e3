import type { ServerResponse } from 'node:http';

/** A response of the provider behind the canary. */
export interface Passed {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Writes a response; `sent` are the secrets of the request. */
export type Habit = (response: ServerResponse, answer: Passed, sent: readonly string[]) => void;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const inMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;');
const json = { 'content-type': 'application/json' };

/** Sends the response unchanged. */
export const plain: Habit = (response, { status, headers, text }) => response.writeHead(status, headers).end(text);

/** Repeats secrets of the request in a JSON error: as they are, as JSON in JSON, and as basic credentials. */
export const repeatsInErrors: Habit = (response, answer, sent) => {
  if (answer.status < 400) return plain(response, answer, sent);
  const debug = JSON.stringify({ log: JSON.stringify({ sent }) });
  const basic = sent.map((secret) => `Basic ${base64(`client:${secret}`)}`);
  return response.writeHead(answer.status, json).end(JSON.stringify({ error: 'some_error', sent, debug, basic }));
};

/** Repeats secrets of the request in header fields and in a cookie, with any status. */
export const repeatsInHeaders: Habit = (response, { status, headers, text }, sent) => {
  const value = sent.map(encodeURIComponent).join(' ');
  response.setHeader('set-cookie', `session=${value}; Path=/`);
  response.setHeader('x-debug', [value, base64(sent.join(' ')), base64(`x${sent.join('')}`)]);
  return response.writeHead(status, headers).end(text);
};

/** Responds with an HTML page that shows the secrets of the request. */
export const showsPage: Habit = (response, { status }, sent) =>
  response
    .writeHead(status < 400 ? 200 : 500, { 'content-type': 'text/html' })
    .end(
      sent
        .map(
          (secret) =>
            `<h1>Error</h1><pre>${inMarkup(secret)}</pre><a href="/login?token=${encodeURIComponent(secret)}">` +
            `<img src="data:text/plain;base64,${base64(secret)}">${Buffer.from(secret).toString('hex')}`,
        )
        .join('\n'),
    );

/** Redirects with the secrets of the request in the query and the fragment. */
export const redirects: Habit = (response, _answer, sent) => {
  const query = new URLSearchParams(sent.map((secret): [string, string] => ['token', secret]));
  response
    .writeHead(302, { location: `https://elsewhere.example/cb?${query}#${query}`, 'content-type': 'text/plain' })
    .end(`Found. Redirecting to https://elsewhere.example/cb?${query}`);
};

/** Truncates the JSON of the response. */
export const cutsJson: Habit = (response, { status, headers, text }, sent) =>
  response.writeHead(status, headers).end(`{"sent": ${JSON.stringify(sent)}, ${text.slice(1, -1)}`);

/** Sends an error for a success and a success for a rejection. */
export const saysOpposite: Habit = (response, { status, text }, sent) =>
  response.writeHead(status < 400 ? 400 : 200, json).end(JSON.stringify({ sent, answer: text }));

/** Never responds. */
export const staysSilent: Habit = () => undefined;

/** Closes the connection in the middle of a response. */
export const hangsUp: Habit = (response, _answer, sent) => {
  response.writeHead(200, { 'content-length': '100000' }).write(sent.join(' '));
  setTimeout(() => response.destroy(), 10);
};
