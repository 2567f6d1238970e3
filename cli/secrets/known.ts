import { LONGEST, SHORTEST } from '../../suite/run/secrets/forms.ts';
import { isPublicValue } from '../../suite/run/secrets/names.ts';

/** The secret values that an environment holds, by where they stand, and the places whose values cannot be searched for. */
export interface KnownSecrets {
  readonly values: readonly string[];
  readonly unsearchable: readonly string[];
}

/** Secrets of the environment: the values of provider states that no report may show, and what SECRETS lists. */
export function knownSecrets(environment: NodeJS.ProcessEnv): KnownSecrets {
  const places = [...stateValues(environment), ...listed(environment.SECRETS ?? '')];
  const isLong = ([, value]: Place) => value.length >= SHORTEST && value.length <= LONGEST;
  return {
    values: [...new Set(places.filter(isLong).map(([, value]) => value))],
    unsearchable: places.filter((place) => !isLong(place)).map(([name]) => name),
  };
}

type Place = readonly [name: string, value: string];

/** `STATE_A_REFRESH_TOKEN__CLIENT_SECRET`: the value's own name stands after the two underscores. */
function stateValues(environment: NodeJS.ProcessEnv): Place[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    const [, own] = /^STATE_.*?__(.+)$/.exec(name) ?? [];
    return own === undefined || value === '' || isPublicValue(own.toLowerCase()) ? [] : [[name, value]];
  });
}

function listed(values: string): Place[] {
  return values
    .split(/[,\n]/)
    .map((value) => value.trim())
    .filter(Boolean)
    .map((value, index) => [`value ${index + 1} of SECRETS`, value]);
}
