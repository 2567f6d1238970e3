import { startProvider } from '#mock/server';
import { covering, singleVariations, variation } from '#mock/variations';
import type { NamedTarget } from '#run/settings/target';
import { type FormName, formNames } from '../second-provider/choices/form-names.ts';
import { startSecondProvider } from '../second-provider/server.ts';
import { play } from './play.ts';

/** Conformant providers: the embedded one with open choices alone and at random, the second one's forms. */
const everySixth = Array.from({ length: Math.ceil(singleVariations / 6) }, (_, index) => index * 6);
/** The choices of which each alternative is tried alone: what is sent back, what is required, every form of a date. */
const each = [
  'echo',
  'codeVerifier',
  'testTokenMember',
  'redirectUriOnRefresh',
  'scopeParameter',
  'tokenCheckOrder',
  'tokenMediaType',
  'ownTokens',
  'codes',
  'refreshTokens',
  'clientSecrets',
  'agreementClient',
  'agreementPlatform',
  'preferenceDates',
  'preferenceSpelling',
  'timeStamps',
  'jsonText',
  'testUserEmail',
  'testUserIds',
  'userIdValues',
  'testUserDescriptions',
  'preferencePlaces',
  'preferenceValues',
  'agreementAmounts',
  'agreementIds',
  'cancelledId',
  'usedCode',
  'absentOrder',
  'requestParameters',
  'intentIds',
  'deviceIds',
  'posIds',
] as const;
const usual = variation(0);
const alone = Array.from({ length: singleVariations }, (_, index) => index + 1).filter((number) =>
  each.some((name) => variation(number)[name] !== usual[name]),
);
/** Every open point drawn at random: two combinations that are always the same, and one that SEED draws. */
const drawn = [1000, 1001, singleVariations + Number(process.env.SEED || 1)];
const variations = [...new Set([...everySixth, ...alone, ...covering(2000), ...drawn])];
const forms: readonly FormName[] = [...formNames, 'random:1', 'random:2'];

const providers = [
  ...(await Promise.all(variations.map(startVariation))),
  ...(await Promise.all(forms.map(startForm))),
];
await play(
  providers.map(({ target }) => target),
  'variations-reporter.ts',
  { DEPTH: 'smoke' },
);
await Promise.all(providers.map(({ close }) => close()));

async function startVariation(variation: number) {
  const { baseUrl, statesUrl, close } = await startProvider({ variation });
  return { target: named(`variation ${variation}`, baseUrl, statesUrl), close };
}

async function startForm(form: FormName) {
  const { baseUrl, statesUrl = '', close } = await startSecondProvider({ form });
  return { target: named(`second provider, ${form}`, baseUrl.replace(/\/$/, ''), statesUrl), close };
}

function named(name: string, BASE_URL: string, PROVIDER_STATES_URL: string): NamedTarget {
  return { name, BASE_URL, PROVIDER_STATES_URL };
}
