import { isObject } from '../json.ts';
import type { WaysToBreak } from './way.ts';

/** `additionalProperties`: an object with a member more, where the schema wants none. */
export const additionalWays: WaysToBreak = ({ additionalProperties }, value) => {
  if (additionalProperties !== false || !isObject(value)) return [];
  return [
    {
      keyword: 'additionalProperties',
      how: 'with an unknown member',
      main: true,
      value: { ...value, unknown: 'value' },
    },
  ];
};
