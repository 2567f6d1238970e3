import { getField, getText } from '#api/exchange';
import { isObject, type JsonObject, mapTexts } from '#factories/json';
import { contradictions } from '#factories/preferences/industry';
import { preference } from '#factories/preferences/preference';
import { countries, sooner, withoutMethods } from '#factories/preferences/variants';
import { type CallOptions, isDateField } from '#http/request';
import { createCodeVerifier, seededWord } from '#redaction/made-up-values';
import type { StateRecords } from '../given.ts';
import { settings } from '../run.ts';
import { type ControlName, TAG } from './controls.ts';

type GetExtra = StateRecords['getExtraValues'];

/** A legal form of a request, with fields whose marking the reference leaves open. */
export interface Form {
  readonly name: string;
  /** Fills a request in; `extra` returns the extra values of a credential. */
  readonly fill: (options: CallOptions, extra: GetExtra) => CallOptions;
  /** True if it is tried after a 5xx too, because it sends other data. */
  readonly hasOtherData?: boolean;
}

const withVerifier = field('code_verifier', () => createCodeVerifier());
const testToken = field('test_token', () => 'false');
// One of the two credentials may be wrong.
const redirectUri = field('redirect_uri', ({ body }, extra) =>
  ['client_id', 'client_secret'].map((name) => extra(getText(body, name)).redirect_uri).find(Boolean),
);

const platform: Form = {
  name: 'x-platform-id',
  fill: ({ headers, ...options }, extra) => ({
    ...options,
    headers: { 'x-platform-id': extra(options.token).x_platform_id ?? seededWord('x-platform-id'), ...headers },
  }),
};

const withoutClient: Form = { name: 'without client.id', fill: (options) => ({ ...options, query: {} }) };

/** Returns a request with a preference of another industry if its body is the usual one: the target may reject retail. */
function replaceUsual(options: CallOptions): CallOptions {
  const tag: unknown = isObject(options.body) ? Reflect.get(options.body, TAG) : undefined;
  return typeof tag === 'string' ? { ...options, body: preference('apparel', { seed: settings.SEED, tag }) } : options;
}

/** The form with every field that the tests set, and no other. */
export const plain: Form = { name: 'plain', fill: (options) => options };

const datesAlone = inTexts('dates without a time', (name, text) => (isDateField(name) ? text.slice(0, 10) : text));
const datesToSeconds = inTexts('dates to the second', (_, text) => text.replace(/(?<=T\d\d:\d\d:\d\d)\.\d+/, ''));
const withoutHyphens = inTexts('without hyphens', (_, text) => text.replaceAll('-', ''));
const datesSoon = inBody('dates to come soon', sooner);
const noMethods = inBody('without payment methods', withoutMethods);

const asInExamples = inBody('spelled as in the examples', (body) =>
  contradictions.slice(0, 3).reduce((spelled, { apply }) => apply(spelled), body),
);

const ofCountries = countries.map(({ name, apply }) =>
  inBody(`of the country with ${name}, without payment methods`, (body) => apply(withoutMethods(sooner(body)))),
);

/** Lets tests of no industry judge a target that rejects the full preference of one. */
const otherIndustry: Form = { name: 'another industry', fill: replaceUsual, hasOtherData: true };

/** The forms of an operation's request, the smallest first: plain, with one unmarked field each, with all of them. */
const several: Readonly<Partial<Record<ControlName, readonly Form[]>>> = {
  'oauth-token': oneByOne(testToken, withVerifier),
  'oauth-token by refresh token': oneByOne(redirectUri, testToken, withVerifier),
  'oauth-token by client credentials': oneByOne(redirectUri, testToken, withVerifier),
  'checkout-preferences': [
    ...oneByOne(datesAlone, datesToSeconds, asInExamples, datesSoon, noMethods),
    ...ofCountries,
    otherIndustry,
  ],
  'test-users': oneByOne(withoutHyphens),
  'wallet-agreements': [...oneByOne(platform, withoutHyphens), withoutClient],
};

/** Returns the legal forms of an operation's requests, the smallest first. */
export const listForms = (control: ControlName): readonly Form[] => several[control] ?? [plain];

function oneByOne(...unmarked: readonly Form[]): Form[] {
  const fill: Form['fill'] = (options, extra) => unmarked.reduce((filled, each) => each.fill(filled, extra), options);
  const all = { name: unmarked.map(({ name }) => name).join(', '), fill };
  return [plain, ...unmarked, ...(unmarked.length > 1 ? [all] : [])];
}

/** Adds a field unless the test sets it; an unknown value is left out. */
function field(name: string, value: (options: CallOptions, extra: GetExtra) => string | undefined): Form {
  const fill: Form['fill'] = (options, extra) => {
    const { body } = options;
    const known = value(options, extra);
    const isFull = !isObject(body) || getField(body, name) !== undefined || known === undefined;
    return isFull ? options : { ...options, body: { ...body, [name]: known } };
  };
  return { name, fill };
}

function inBody(name: string, change: (body: JsonObject) => JsonObject): Form {
  return { name, fill: (options) => (isObject(options.body) ? { ...options, body: change(options.body) } : options) };
}

function inTexts(name: string, change: Parameters<typeof mapTexts>[1]): Form {
  return inBody(name, (body) => mapTexts(body, change));
}
