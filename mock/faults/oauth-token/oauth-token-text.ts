import { type Fault, saying } from '../../fault.ts';
import type { Json, JsonObject } from '../../http/json.ts';
import { type Call, textMember } from '../../operation.ts';

const operation = 'oauth-token';

/** What becomes of the parts of an access token's text: type, client id, creation date (2.2). */
type Rewriting = { slug: string; sentence: string; rewrite: (text: string, clientId: string) => string };

const rewritings: readonly Rewriting[] = [
  {
    slug: 'other-type',
    sentence: 'An access token begins with the type USER.',
    rewrite: (text) => text.replace('APP_USR', 'USER'),
  },
  {
    slug: 'lower-case',
    sentence: 'An access token begins with its type in lower case.',
    rewrite: (text) => text.replace('APP_USR', 'app_usr'),
  },
  {
    slug: 'no-client',
    sentence: 'An access token leaves out the client id.',
    rewrite: (text, clientId) => text.replace(`-${clientId}`, ''),
  },
  {
    slug: 'other-client',
    sentence: 'An access token names another client id.',
    rewrite: (text, clientId) => text.replace(clientId, [...clientId].reverse().join('x')),
  },
  {
    slug: 'no-date',
    sentence: 'An access token leaves out the creation date.',
    rewrite: (text) => redated(text, () => ''),
  },
  {
    slug: 'month-13',
    sentence: 'An access token is created in month 13.',
    rewrite: (text) => redated(text, (date) => `13${date.slice(2)}`),
  },
  {
    slug: 'hour-24',
    sentence: 'An access token is created in hour 24.',
    rewrite: (text) => redated(text, (date) => `${date.slice(0, 4)}24`),
  },
  {
    slug: 'half-a-year-ago',
    sentence: 'An access token is created half a year ago.',
    rewrite: (text) =>
      redated(
        text,
        (date) => `${String(((Number(date.slice(0, 2)) + 5) % 12) + 1).padStart(2, '0')}${date.slice(2)}`,
      ),
  },
  {
    slug: 'with-year',
    sentence: 'An access token carries a creation date with the year before the month.',
    rewrite: (text) => redated(text, (date) => `2031${date}`),
  },
  {
    slug: 'opaque',
    sentence: 'An access token is an opaque text.',
    rewrite: (text) => Buffer.from(text).toString('base64url'),
  },
];

/** Access tokens whose text is composed otherwise; they open operations all the same. */
export const tokenTextFaults: readonly Fault[] = rewritings.map(({ slug, sentence, rewrite }) => ({
  name: `token-text-${slug}`,
  operation,
  breaks: 'TOK-03',
  sentence,
  patch: saying((body, call) => renamed(body, call, rewrite)),
}));

function renamed(body: JsonObject, call: Call, rewrite: Rewriting['rewrite']): JsonObject {
  const text = textOf(body.access_token);
  const other = rewrite(text, textMember(call, 'client_id') ?? '');
  const token = call.world.accessTokens.get(text);
  if (token) call.world.accessTokens.set(other, token);
  return { ...body, access_token: other };
}

// Six digits between separators: what stands between the client id and the rest.
function redated(text: string, change: (date: string) => string): string {
  return text.replace(/(?<=-)\d{6}(?=-)/, change);
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
