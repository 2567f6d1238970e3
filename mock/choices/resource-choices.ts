import type { Choice } from './choice.ts';

const conditions = '7: conditions behind each status';
const noToken = '5: missing token';
const preferences = '4: response body and required fields of a preference';
const testUsers = '2.3';
const limits = '8: limits of fields';
const transitions = '3: transitions of any resource';
const agreements = '2.5: no field is marked required';

/** Holds what the five protected operations may do as they like. */
export const resourceChoices = [
  { name: 'preferenceNoToken', places: [noToken], alternatives: [401, 403, 400] },
  { name: 'preferenceBadToken', places: [noToken], alternatives: [401, 403, 400] },
  { name: 'testUserNoToken', places: [conditions], alternatives: [401, 403, 400] },
  { name: 'testUserBadToken', places: [conditions], alternatives: [401, 403, 400] },
  { name: 'cancelNoToken', places: [noToken], alternatives: [401, 403] },
  { name: 'agreementNoToken', places: [conditions], alternatives: [401, 403, 400] },
  { name: 'agreementBadToken', places: [conditions], alternatives: [401, 403, 400] },
  { name: 'deletionNoToken', places: [noToken], alternatives: [400, 401, 403] },
  {
    name: 'testTokens',
    places: ['5: valid only in sandbox'],
    alternatives: ['accepted', 'with x-test-scope'],
  },
  { name: 'checkOrder', places: ['7: order of the checks'], alternatives: ['token first', 'token last'] },
  { name: 'requestMediaType', places: ['preamble'], alternatives: ['not looked at', 400, 415] },
  { name: 'requestParameters', places: ['preamble'], alternatives: ['accepted', 400, 415] },
  {
    name: 'preferenceAnswer',
    places: [preferences],
    alternatives: ['links', 'id', 'other members', 'nothing'],
  },
  { name: 'preferenceRequired', places: [preferences], alternatives: ['none', 'items'] },
  { name: 'preferenceTypes', places: ['2.7'], alternatives: ['checked', 'not looked at'] },
  {
    name: 'preferenceDates',
    places: ['2.7: Date, of no shown form'],
    alternatives: ['any', 'without a time'],
  },
  {
    name: 'preferenceSpelling',
    places: ['2.7: inconsistencies'],
    alternatives: ['any', 'as in the tables', 'as in the examples'],
  },
  { name: 'preferencePlaces', places: ['2.7: inconsistencies'], alternatives: ['any', 'inside'] },
  { name: 'preferenceValues', places: [limits], alternatives: ['any', 'usual ones'] },
  { name: 'preferenceUnknown', places: ['2.7'], alternatives: ['accepted', 'refused'] },
  { name: 'testUserRefusal', places: [conditions], alternatives: [400, 403, 404] },
  {
    name: 'testUserDescriptions',
    places: [conditions, limits],
    alternatives: ['any', 'a hundred signs of ASCII', 'one line'],
  },
  { name: 'unknownSite', places: ['2.3: list of codes'], alternatives: ['accepted', 400, 404] },
  { name: 'siteStatus', places: ['2.3: set of values'], alternatives: ['active', 'pending', 'inactive'] },
  {
    name: 'testUserIds',
    places: [testUsers],
    alternatives: ['large', 'small', 'of 64 bits', 'of the request'],
  },
  {
    name: 'testUserEmail',
    places: [testUsers],
    alternatives: ['usual', 'quoted', 'international', 'tagged'],
  },
  { name: 'testUserPassword', places: [testUsers], alternatives: ['letters', 'signs', 'words'] },
  {
    name: 'timeStamps',
    places: ['2.3: ISO 8601 with UTC offset'],
    alternatives: [
      '-04:00 .SSS',
      'Z',
      '+00:00',
      '-03:00',
      'Z .SSS',
      '+00:00 .SSS',
      '+05:30 .SSSSSS',
      '-04:00 ,SSS',
      'basic Z',
      'basic -0400 .SSS',
      'to the minute Z',
      'to the hour Z',
      'hours alone -04',
      'by week Z',
      'by day of the year Z',
    ],
  },
  { name: 'testScope', places: ['4: value sandbox'], alternatives: ['any', 'only sandbox'] },
  { name: 'cancelledTwice', places: [transitions], alternatives: [409, 'accepted', 404, 400] },
  { name: 'cancelledId', places: ['2.4: a UUID in either case'], alternatives: ['as named', 'upper case'] },
  { name: 'unknownIntent', places: ['7: unknown intent'], alternatives: [404, 409, 400] },
  { name: 'agreementRequired', places: [agreements], alternatives: ['none', 'return_uri', 'every field'] },
  { name: 'agreementTypes', places: [agreements], alternatives: ['checked', 'not looked at'] },
  { name: 'agreementAmounts', places: [conditions], alternatives: ['any', 'from one'] },
  { name: 'agreementUnknown', places: ['2.5: other fields'], alternatives: ['accepted', 'refused'] },
  {
    name: 'agreementClient',
    places: ['4: client.id'],
    alternatives: ['accepted', 'refused', "the token's own"],
  },
  {
    name: 'agreementPlatform',
    places: ['4: x-platform-id'],
    alternatives: ['optional', 'required', 'known', 'of 64 signs at most'],
  },
  { name: 'agreementUri', places: ['2.5'], alternatives: ['path', 'query', 'fragment'] },
  { name: 'absentOrder', places: ['2.6', transitions], alternatives: ['accepted', 404, 400, 409, 500] },
] as const satisfies readonly Choice[];

/** Says how identifiers are formed: the reference gives their types only. */
export const identifierChoices = [
  { name: 'clientIds', places: ['2.1: string'], alternatives: ['digits', 'app-7f3k', 'hex'] },
  {
    name: 'userIdValues',
    places: ['2.2 and 2.6: number and string'],
    alternatives: ['text', 'number', 'number of 64 bits'],
  },
  {
    name: 'intentIds',
    places: ['2.4: string'],
    alternatives: ['uuid', 'prefixed', 'digits', 'upper case', 'zeros', 'exponent', 'plus', 'Arabic digits'],
  },
  { name: 'deviceIds', places: ['4: string'], alternatives: ['make and serial', 'uuid', 'digits', 'minus', 'spaces'] },
  {
    name: 'agreementIds',
    places: ['2.5: string'],
    alternatives: ['hex', 'uuid', 'prefixed', 'digits', 'of the request', 'zeros', 'signs'],
  },
  {
    name: 'posIds',
    places: ['4: string'],
    alternatives: ['letters and digits', 'with signs', 'digits', 'zeros', 'minus', 'exponent', 'Devanagari digits'],
  },
] as const satisfies readonly Choice[];
