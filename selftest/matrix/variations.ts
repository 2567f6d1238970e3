import { register } from '#api/register';
import type { Wrap } from '#mock/operations';
import { startProvider } from '#mock/server';
import { singleVariations, variation } from '#mock/variations';
import type { NamedTarget } from '#run/settings/target';
import { toRow } from '../faults/rarely-sent.ts';
import { formOf } from '../second-provider/choices.ts';
import { startSecondProvider } from '../second-provider/server.ts';
import choices from './choices.json' with { type: 'json' };
import { collect, conclude, type Run } from './runs.ts';

/** Choices of several operations with every alternative tried on its own. */
const each = /^(?:echo|jsonText|errorCodeAt|requestParameters|tokenMediaType|ownTokens|userIdValues)/;
/** Choices that one operation alone can show: each alternative is tried on its tests. */
const ofOne: Readonly<Record<string, RegExp>> = {
  'oauth-token':
    /^(?:code|usedCode|refresh|rotated|scope|redirectUri|testToken(?!s)|client[CS]|tokenC|otherFlag|emptyText)/,
  'checkout-preferences': /^preference/,
  'test-users': /^(?:testUser|timeStamps|siteStatus|unknownSite)/,
  'point-payment-intents': /^(?:cancel|unknownIntent|intentIds|deviceIds)/,
  'wallet-agreements': /^agreement/,
  'instore-orders': /^(?:deletion|absentOrder|posIds)/,
};
const usual: Readonly<Record<string, unknown>> = variation(0);
const singles = Array.from({ length: singleVariations + 1 }, (_, n) => n).filter(
  (n) => n % 6 === 0 || each.test(getChoice(n)) || listJudging(n).length < register.length,
);
/** Random combinations of all open points: some are fixed, and SEED draws one. */
const drawn = [...covering(2000, variation), 1000, 1001, singleVariations + Number(process.env.SEED || 1)];

const providers = await Promise.all([
  ...[...new Set([...singles, ...drawn])].map(async (variation) => {
    const { baseUrl, statesUrl, close } = await startProvider({ variation });
    const target = { ...named(`variation ${variation}`, baseUrl, statesUrl), breaks: listJudging(variation) };
    return { target, close };
  }),
  ...Object.entries(choices).flatMap(([endpoint, rows]) =>
    rows.map(async (row) => {
      const [, , name, patch] = toRow(row);
      const wrap: Wrap = (operation, of) => (of === endpoint ? patch(operation) : operation);
      const { baseUrl, statesUrl, close } = await startProvider({ wrap });
      const breaks = register.filter((row) => row.endpoint === endpoint).map(({ id }) => id);
      return { target: { ...named(name, baseUrl, statesUrl), breaks }, close };
    }),
  ),
  ...[0, ...covering(1, formOf)].map(async (form) => {
    const { baseUrl, statesUrl = '', close } = await startSecondProvider({ form });
    return { target: named(`second provider, form ${form}`, baseUrl.replace(/\/$/, ''), statesUrl), close };
  }),
]);
const runs = await collect(
  providers.map(({ target }) => target),
  { DEPTH: 'smoke' },
);
await Promise.all(providers.map(({ close }) => close()));

/**
 * Requirements that go beyond the reference, so that a conformant provider may get a warning: rare values and a date
 * form are accepted, another seller's resource (with the related question) and a deleted order are rejected, a response
 * does not echo the client_secret, and a media type may have a charset. TOK-81 is skipped without a refresh token.
 */
const more = /^(?:USR-(?:25|35|36)|ORD-(?:16|24|65)|PNT-(?:24|68)|TOK-(?:57|85)|PRF-(?:22|32)|WAL-2[23])$/;
const isMore = ({ requirements, outcome }: Run) =>
  requirements.every((id) => (outcome === 'noticed' ? more.test(id) : id === 'TOK-81'));

const asserting = runs.filter(({ levels }) => levels.includes('must') || levels.includes('should'));
const alarms = asserting.filter((run) => run.outcome !== 'passed' && !isMore(run));
process.stdout.write(`${new Set(asserting.map(({ target }) => target)).size} conformant targets\n`);
const lines = alarms.map(({ target, test, reason }) => `${test} (on ${target})\n${reason}`);
conclude(lines, asserting.length - alarms.length);

/** Returns the requirements that judge a variation: those of one operation, or all. */
function listJudging(n: number): string[] {
  const endpoint = n <= singleVariations && Object.keys(ofOne).find((one) => ofOne[one]?.test(getChoice(n)));
  return register.filter((row) => !endpoint || row.endpoint === endpoint).map(({ id }) => id);
}

function getChoice(n: number): string {
  return Object.keys(usual).find((name) => Object(variation(n))[name] !== usual[name]) ?? '';
}

/** Returns numbers whose choices together cover every value that a thousand numbers cover. */
function covering(from: number, choose: (n: number) => object): number[] {
  const thousand = Array.from({ length: 1000 }, (_, index) => from + index);
  const taken = new Map(thousand.map((n) => [n, leaves(choose(n))]));
  const missing = new Set([...taken.values()].flat());
  const gain = (n: number) => (taken.get(n) ?? []).filter((leaf) => missing.has(leaf)).length;
  const numbers: number[] = [];
  while (missing.size > 0) {
    const best = thousand.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    for (const leaf of taken.get(best) ?? []) missing.delete(leaf);
    numbers.push(best);
  }
  return numbers;
}

/** Returns the values of an object with the names that lead to each. */
function leaves(value: unknown, name = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${name} ${value}`];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${name}.${key}`));
}

function named(name: string, BASE_URL: string, PROVIDER_STATES_URL: string): NamedTarget {
  return { name, BASE_URL, PROVIDER_STATES_URL };
}
