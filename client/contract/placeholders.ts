import { getText } from '#api/exchange';
import { type Check, findIf, type Payload, withBody } from './check.ts';
import type { Found } from './exact-json.ts';
import { toPointer } from './values-at.ts';

/** Matches what programs write where a value is missing. */
const missing = /^(?:undefined|null|None|nil|NaN|\[object \w+\])$/;

/** Matches a template that nobody filled in: `{id}`, `{{id}}`, `${ID}`, `$ID`, `:id`, `<id>`, `%s`, `YOUR_ID`. */
const template =
  /^(?:\{[\w .-]+\}|\$[A-Z_]\w*|:[a-z_]\w*|<[\w .-]+>|%(?:\(\w+\))?s|YOUR[_-][\w-]+)$|\$\{[\w.]+\}|\{\{[\w .-]+\}\}/i;

function describeMissing(value: string): string | undefined {
  if (value === '') return 'is empty';
  if (value.trim() === '') return 'is blank';
  if (missing.test(value)) return 'stands for a missing value';
  return template.test(value) ? 'is a template that was not filled in' : undefined;
}

/** Finds out whether a value that has to be there is empty or was not filled in. */
export function findMissing(place: string, value: string): Found[] {
  const text = describeMissing(value);
  return findIf(text !== undefined, place, text ?? '', value.trim() === '' ? undefined : value);
}

/** Matches the place of an id, a URL or a credential; a title may be any text. */
const isReference = /(?:^|[/_])(?:id|code|secret|token|ur[il]|verifier)$/;

/** Rules about values of a body that nobody filled in (2). */
export const placeholderChecks: readonly Check<Payload>[] = [
  {
    rule: 'placeholder',
    section: 'fields',
    weight: 'breach',
    about: 'Every credential, id and URL of the body has a value.',
    of: withBody,
    find: (request) =>
      textsIn(request.json.value).flatMap(([place, text]) =>
        isCredential(request, place) || (isReference.test(place) && template.test(text))
          ? findMissing(place, text)
          : [],
      ),
  },
  {
    rule: 'unusual-value',
    section: 'fields',
    weight: 'note',
    about: 'No text is a template, no credential has blanks around it, and a redirect_uri is absolute.',
    of: withBody,
    find: (request) =>
      textsIn(request.json.value).flatMap(([place, text]) => [
        ...findIf(!isReference.test(place) && template.test(text), place, 'is a template that was not filled in', text),
        ...findIf(isCredential(request, place) && isPadded(text), place, 'begins or ends with a blank'),
        ...findIf(place === '/redirect_uri' && !isAbsolute.test(text), place, 'is not an absolute URI', text),
      ]),
  },
];

const isAbsolute = /^[a-z][a-z\d+.-]*:/i;

function isPadded(text: string): boolean {
  return text !== text.trim() && text.trim() !== '';
}

/** Returns true for a credential that the grant of a token request needs. */
function isCredential({ endpoint, json: { value } }: Payload, place: string): boolean {
  if (endpoint !== 'oauth-token') return false;
  const grant = getText(value, 'grant_type');
  return (
    place === '/client_id' ||
    place === '/client_secret' ||
    (place === '/code' && grant === 'authorization_code') ||
    (place === '/refresh_token' && grant === 'refresh_token')
  );
}

/** Returns every text of a JSON value with its JSON pointer. */
function textsIn(value: unknown, pointer = ''): (readonly [place: string, text: string])[] {
  if (typeof value === 'string') return [[pointer, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, pointer + toPointer([name])));
}
