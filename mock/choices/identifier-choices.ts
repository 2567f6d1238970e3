import type { Choice } from './choice.ts';

/** How identifiers are formed: the reference gives their types only. */
export const identifierChoices = [
  { name: 'clientIds', places: ['2.1: string'], alternatives: ['digits', 'app-7f3k', 'hex'] },
  {
    name: 'userIdValues',
    places: ['2.2 and 2.6: number and string'],
    alternatives: ['text', 'number', 'number of 64 bits'],
  },
  { name: 'intentIds', places: ['2.4: string'], alternatives: ['uuid', 'prefixed', 'digits', 'upper case'] },
  { name: 'deviceIds', places: ['4: string'], alternatives: ['make and serial', 'uuid', 'digits'] },
  { name: 'agreementIds', places: ['2.5: string'], alternatives: ['hex', 'uuid', 'prefixed', 'digits'] },
  { name: 'posIds', places: ['4: string'], alternatives: ['letters and digits', 'with signs', 'digits'] },
] as const satisfies readonly Choice[];
