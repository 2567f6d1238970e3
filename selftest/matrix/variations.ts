import { startProvider } from '../../mock/server.ts';
import { singleVariations } from '../../mock/variations.ts';
import type { NamedTarget } from '../../suite/run/target.ts';
import { type FormName, formNames } from '../second-provider/form-names.ts';
import { startSecondProvider } from '../second-provider/server.ts';
import { play } from './play.ts';

/** Conformant providers: the embedded one with open choices alone and at random, the second one's forms. */
const everySixth = Array.from({ length: Math.ceil(singleVariations / 6) }, (_, index) => index * 6);
/** Random combinations that between them take every alternative of every choice. */
const covering = [1000, 1008, 1009, 1037, 1063, 1115, 1164, 1195];
const variations = [...everySixth, ...covering];
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
