import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { Variation } from '../variations.ts';

/** A number as one of 64 bits: a double keeps the first digits alone. */
export const widened = (number: number): bigint => 2n ** 60n + BigInt(number);

/** 32 hexadecimal digits that cannot be guessed. */
export const freshHex = (): string => randomUUID().replaceAll('-', '');

/** 32 hexadecimal digits that are the same for the same text. */
export const digest = (text: string): string => createHash('md5').update(text).digest('hex');

/** 16 digits. */
export const freshDigits = (): string => `${1 + (freshNumber() % 9)}${randomInt(100_000, 999_999)}${freshNumber()}`;

// One counter under all numeric identifiers; its random start keeps two runs apart.
let last = randomInt(100_000_000, 900_000_000);

/** A number that this process has not given before. */
export function freshNumber(): number {
  last += 1;
  return last;
}

/** A user's id as JSON has it in the variation. */
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

/** The same number in the digits of another script. */
function inDigitsFrom(text: string, zero: number): string {
  return text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

/** A fresh client_id in the form that the variation gives it; so the others below. */
export const freshClientId = (choices: Variation) => clientIds[choices.clientIds]();
export const freshIntentId = (choices: Variation) => intentIds[choices.intentIds]();
export const freshDeviceId = (choices: Variation) => deviceIds[choices.deviceIds]();
export const freshAgreementId = (choices: Variation, request: string) => agreementIds[choices.agreementIds](request);
export const freshPosId = (choices: Variation) => posIds[choices.posIds]();
