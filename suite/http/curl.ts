import type { SentRequest } from '../core/exchange.ts';
import { shorten } from '../core/shorten.ts';
import { REDACTED, redact, replaceSecrets } from '../run/secrets/redact.ts';
import { replaceStateValues } from '../run/states/origins.ts';

const LONGEST = 2_000;

/** The curl line that sends a request again; variables stand for secrets and for what provider states gave. */
export function curl({ method, url, headers, body }: SentRequest): string {
  const fields = Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`);
  const data = body === undefined ? [] : ['--data-raw', shellWord(body)];
  return redact(['curl', '-X', method, ...fields, ...data, shellWord(url)].join(' '));
}

/** A text in single quotes, with `"$ACCESS_TOKEN"` and the like for the secrets in it. */
function shellWord(text: string): string {
  if (text.length > LONGEST) return quote(shorten(redact(text), LONGEST));
  const clean = replaceSecrets(text, (name) => (name === undefined ? REDACTED : `\0${name}\0`));
  const quoted = quote(replaceStateValues(clean, (name) => `\0${name}\0`));
  return quoted.replace(/\0([A-Z_]+)\0/g, `'"$$$1"'`).replace(/"''$/, '"');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
