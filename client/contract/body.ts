import type { ErrorObject } from 'ajv/dist/2020.js';
import { getText } from '#api/exchange';
import { validate, withArticle } from '#api/schema';
import { isIso8601 } from '#api/values/formats';
import { isSecretField } from '#redaction/names';
import { type Finders, type Found, findIf, listLeaves, type MatchedRequest } from './check.ts';
import { listUnlistedFields } from './fields.ts';

/** Matches what programs write for a missing value, and for an object without a text. */
const missing = /^(?:undefined|null|None|nil|NaN|\(null\)|(?:Optional|Some)\(.*\)|\[object \w+\]|#<\w.*>|%!\w\(.*\))$/;

/** Matches a template without its value: `{id}` (no GUID), `{}`, `{$id}`, `${ID}`, `$(ID)`, `#{id}`, `%{id}`, `<%= id %>`, `$ID`, `:id`, `<id>`, `%s`, `%ID%`, `YOUR_ID`. */
const template =
  /^(?:\{(?![\da-f]{8}-)\$?[\w .-]*\}|<%.*%>|\$\(?[A-Z_]\w*\)?|:[a-z_]\w*|<[\w .-]+>|%(?:\(\w+\))?[sd]|%[a-z_]\w*%|YOUR[_-][\w-]+)$|[$#%]\{[\w.]+\}|\{\{[\w .-]+\}\}/i;

/** Finds a required value that is empty or was not filled in. */
export function findMissing(place: string, value: string): Found[] {
  if (value.trim() === '') return [{ place, text: value ? 'is blank' : 'is empty' }];
  if (missing.test(value)) return [{ place, text: 'stands for a missing value', actual: value }];
  return findIf(template.test(value), place, 'is a template that was not filled in', value);
}

/** Matches the place of an id, a URL or a credential; a title may be any text. */
const isReference = /(?:^|[/_])(?:id|code|secret|token|ur[il]|verifier)$/;
const isAbsolute = /^[a-z][a-z\d+.-]*:[^#]*$/i;
const hasNoHost = /^https?:(?!\/\/[^/?#:])/i;

/** Holds the body (preamble, 2). */
export const bodyFinders = {
  'no-body': ({ body }) => findIf(body.length > 0, 'body', 'is sent, but the operation has no body'),
  'exact-json': ({ json }) => json.faults,
  'number-as-text': (request) => listErrors(request).filter(isQuotedNumber).map(toFound),
  schema: (request) => listErrors(request).flatMap((error) => (isQuotedNumber(error) ? [] : [toFound(error)])),
  'unsupported-parameter': (request) =>
    listUnlistedFields(request).map((place) => ({ place, text: 'is not a supported parameter' })),
  placeholder: (request) =>
    listTexts(request).flatMap(([place, text]) =>
      isCredential(request, place) || (isReference.test(place) && template.test(text)) ? findMissing(place, text) : [],
    ),
  'url-host': (request) =>
    listTexts(request).flatMap(([place, text]) =>
      findIf(/ur[il]/.test(place) && hasNoHost.test(text), place, 'is an http URL without a host', text),
    ),
  'unusual-value': (request) =>
    listTexts(request).flatMap(([place, text]) => {
      const isPadded = text !== text.trim() && text.trim() !== '';
      const isMeant = isReference.test(place) ? !isCredential(request, place) : text.startsWith('[');
      const isUnfilled = !isReference.test(place) && template.test(text);
      return [
        ...findIf(isMeant && missing.test(text), place, 'stands for a missing value', text),
        ...findIf(isUnfilled, place, 'is a template that was not filled in', text),
        ...findIf(isCredential(request, place) && isPadded, place, 'begins or ends with a blank'),
        ...findIf(place === '/redirect_uri' && !isAbsolute.test(text), place, 'is not an absolute URI', text),
      ];
    }),
} satisfies Finders;

/** Returns the violations of the schema that no other rule and no other violation reports. */
function listErrors({ endpoint, json: { value } }: MatchedRequest): ErrorObject[] {
  const errors = value === undefined ? [] : validate(`${endpoint}/request`, value);
  return errors.filter((error) => !['additionalProperties', 'if'].includes(error.keyword) && !isOtherForm(error));
}

/** Returns true for a date without a time or an offset, and a URL in any script: 2.7 says no more than Date and URL. */
function isOtherForm({ params: { format }, instancePath, data }: ErrorObject): boolean {
  if (typeof data !== 'string') return false;
  if (format === 'uri')
    return /^[a-z][a-z\d+.-]*:\/\/[^\s"<>\\^`{|}]+$/iu.test(data) && /[^ -~]/.test(data) && URL.canParse(data);
  const isDate = format === 'date-time' && instancePath !== '/date_of_expiration';
  return isDate && [`${data}T00Z`, `${data}Z`].some(isIso8601);
}

function isQuotedNumber({ keyword, params, data }: ErrorObject): boolean {
  const expectsNumber = keyword === 'type' && /integer|number/.test(String(params.type));
  return expectsNumber && typeof data === 'string' && /^-?\d+(?:\.\d+)?$/.test(data);
}

function toFound({ instancePath, keyword, params, message = 'violates the schema', data }: ErrorObject): Found {
  if (keyword === 'required') return { place: `${instancePath}/${params.missingProperty}`, text: 'is missing' };
  const place = instancePath || '/';
  const text = describe[keyword]?.(params) ?? message;
  return isShown(place, data) ? { place, text, actual: JSON.stringify(data) } : { place, text };
}

/** Holds sentences by keyword of JSON Schema; for any other keyword ajv has one. */
const describe: Readonly<Record<string, (params: ErrorObject['params']) => string>> = {
  type: ({ type }) => `is not ${[type].flat().map(withArticle).join(' or ')}`,
  enum: ({ allowedValues }) => `is not one of ${[allowedValues].flat().join(', ')}`,
  format: ({ format }) => `is not a valid ${format}`,
  pattern: () => 'is not a list of offline_access, read and write, separated by single spaces',
};

/** Returns true if a value may be shown: no secret, and no object or array, which cut short might hold half of one. */
function isShown(place: string, data: unknown): boolean {
  const name = place.slice(place.lastIndexOf('/') + 1);
  const isPlain = data === null || Number.isFinite(data) || ['string', 'boolean'].includes(typeof data);
  return isPlain && name !== 'code' && !isSecretField(name);
}

const ofGrant: Readonly<Record<string, string>> = { authorization_code: '/code', refresh_token: '/refresh_token' };

function isCredential({ endpoint, json: { value } }: MatchedRequest, place: string): boolean {
  const needed = ['/client_id', '/client_secret', ofGrant[getText(value, 'grant_type')]];
  return endpoint === 'oauth-token' && needed.includes(place);
}

function listTexts({ json: { value } }: MatchedRequest): (readonly [place: string, text: string])[] {
  return listLeaves(value).flatMap(([place, leaf]) => (typeof leaf === 'string' ? [[place, leaf] as const] : []));
}
