import { type Check, where } from './check.ts';
import { foreignPaths, industriesOf } from './industry-of.ts';
import { strangersOf } from './strangers.ts';

/** Where the examples of 2.7 spell a field otherwise than its tables. */
const otherSpellings = [
  '/payer/registration date',
  '/payer/name',
  '/payer/surname',
  '/payer/identification/type',
  '/payer/identification/number',
  '/items/*/category_descriptor/passenger/type',
  '/items/*/category_descriptor/passenger/number',
  '/items/*/category_descriptor/passenger/identification',
  '/shipments/receiver_address/floor',
  '/shipments/receiver_address/apartment',
];

/** What the reference does not list, and which industry a preference is of (2.3, 2.5, 2.7). */
export const unlistedChecks: readonly Check[] = [
  {
    rule: 'unknown-member',
    section: 'fields',
    weight: 'stranger',
    about: 'The body has only members that the reference lists.',
    of: ['checkout-preferences', 'test-users', 'wallet-agreements'],
    find: (request) =>
      strangersOf(request)
        .filter((place) => !otherSpellings.includes(place))
        .map((place) => ({ place, text: 'is listed nowhere' })),
  },
  {
    rule: 'spelling',
    section: '2.7',
    weight: 'note',
    about: 'A field is spelled as in the tables, not as in the examples that contradict them.',
    of: ['checkout-preferences'],
    find: (request) =>
      strangersOf(request)
        .filter((place) => otherSpellings.includes(place))
        .map((place) => ({ place, text: 'is spelled as in the examples, otherwise than in the tables' })),
  },
  {
    rule: 'foreign-field',
    section: '2.7',
    weight: 'stranger',
    about: 'A preference has only the fields of its industry.',
    of: ['checkout-preferences'],
    find: ({ json: { value } }) => {
      const [industry, ...more] = industriesOf(value);
      if (!industry || more.length > 0) return [];
      return foreignPaths(value, industry).map((path) => ({
        place: path,
        text: `is no field of ${industry}`,
      }));
    },
  },
  {
    rule: 'industry',
    section: '2.7',
    weight: 'note',
    about: 'A preference tells its industry.',
    of: ['checkout-preferences'],
    find: ({ json: { value } }) => {
      const candidates = industriesOf(value);
      const text = `fits ${candidates.length} industries alike (name one in external_reference to have it counted)`;
      return where(value !== undefined && candidates.length > 1, 'body', text, candidates.join(', '));
    },
  },
];
