import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { Variation } from '../variations.ts';

/** Returns a number as one of 64 bits: a double keeps only the first digits. */
export const widened = (number: number): bigint => 2n ** 60n + BigInt(number);

/** Returns 32 random hexadecimal digits. */
export const freshHex = (): string => randomUUID().replaceAll('-', '');

/** Returns 32 hexadecimal digits that are the same for the same text. */
export const digest = (text: string): string => createHash('md5').update(text).digest('hex');

/** Returns 16 new digits. */
export const freshDigits = (): string => `${1 + (freshNumber() % 9)}${randomInt(100_000, 999_999)}${freshNumber()}`;

// One counter under all numeric identifiers; its random start keeps two runs apart.
let last = randomInt(100_000_000, 900_000_000);

/** Returns a number that this process has not used before. */
export function freshNumber(): number {
  last += 1;
  return last;
}

/** Returns a user's id as the variation writes it in JSON. */
export function userIdIn(userId: number, choices: Variation): number | bigint {
  return choices.userIdValues === 'number of 64 bits' ? widened(userId) : userId;
}

const clientIds = { digits: freshDigits, 'app-7f3k': () => `app-${freshNumber().toString(36)}`, hex: freshHex };

const intentIds = {
  uuid: () => randomUUID(),
  prefixed: () => `pi_${freshHex()}`,
  digits: freshDigits,
  'upper case': () => randomUUID().toUpperCase(),
  zeros: () => `00${freshDigits()}`,
  exponent: () => `${freshNumber()}e5`,
  plus: () => `+${freshDigits()}`,
  'Arabic digits': () => inDigitsFrom(freshDigits(), 0x0660),
};

const deviceIds = {
  minus: () => `-${freshDigits()}`,
  spaces: () => `POS  ${freshDigits()} A`,
  'make and serial': () => `GERTEC_MP35P__${freshDigits()}`,
  uuid: () => randomUUID(),
  digits: freshDigits,
};

const agreementIds = {
  zeros: () => `000${freshDigits()}`,
  signs: () => `-${freshHex()}+/=`,
  hex: freshHex,
  uuid: () => randomUUID(),
  prefixed: () => `agr-${freshHex()}`,
  digits: freshDigits,
  'of the request': digest,
};

const posIds = {
  zeros: () => `00${freshNumber()}`,
  minus: () => `-${freshNumber()}`,
  exponent: () => `${freshNumber()}e2`,
  'Devanagari digits': () => inDigitsFrom(`${freshNumber()}`, 0x0966),
  'letters and digits': () => `STORE01POS${freshNumber()}`,
  'with signs': () => `store.01_pos-${freshNumber()}`,
  digits: () => `${freshNumber()}`,
};

/** Returns the same number in the digits of another script. */
function inDigitsFrom(text: string, zero: number): string {
  return text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

/** Returns a new client_id in the variation's form, as the functions below do for other ids. */
export const freshClientId = (choices: Variation) => clientIds[choices.clientIds]();
export const freshIntentId = (choices: Variation) => intentIds[choices.intentIds]();
export const freshDeviceId = (choices: Variation) => deviceIds[choices.deviceIds]();
export const freshAgreementId = (choices: Variation, request: string) => agreementIds[choices.agreementIds](request);
export const freshPosId = (choices: Variation) => posIds[choices.posIds]();
