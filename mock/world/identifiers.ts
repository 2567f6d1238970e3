import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { Variation } from '../variations.ts';
import type { World } from './world.ts';

/** Returns a number as one of 64 bits: a double keeps only the first digits. */
export const widen = (number: number): bigint => 2n ** 60n + BigInt(number);

/** Returns 32 random hexadecimal digits. */
export const freshHex = (): string => randomUUID().replaceAll('-', '');

/** Returns 32 hexadecimal digits that are the same for the same text. */
export const digest = (text: string): string => createHash('md5').update(text).digest('hex');

/** Returns 16 new digits, as a number below 2^53: a client that writes them as one keeps each digit. */
export const freshDigits = (world: World): string =>
  `${1 + (freshNumber(world) % 8)}${randomInt(100_000, 999_999)}${freshNumber(world)}`;

/** Returns a number that this world has not used before. */
export function freshNumber(world: World): number {
  world.lastNumber += 1;
  return world.lastNumber;
}

/** Returns a user's id as the variation writes it in JSON. */
export function userIdIn(userId: number, choices: Variation): number | bigint {
  return choices.userIdValues === 'number of 64 bits' ? widen(userId) : userId;
}

const clientIds = {
  digits: freshDigits,
  'app-7f3k': (world: World) => `app-${freshNumber(world).toString(36)}`,
  hex: freshHex,
};

const intentIds = {
  uuid: () => randomUUID(),
  prefixed: () => `pi_${freshHex()}`,
  digits: freshDigits,
  'upper case': () => randomUUID().toUpperCase(),
  zeros: (world: World) => `00${freshDigits(world)}`,
  exponent: (world: World) => `${freshNumber(world)}e5`,
  plus: (world: World) => `+${freshDigits(world)}`,
  'Arabic digits': (world: World) => inDigitsFrom(freshDigits(world), 0x0660),
};

const deviceIds = {
  minus: (world: World) => `-${freshDigits(world)}`,
  spaces: (world: World) => `POS  ${freshDigits(world)} A`,
  'make and serial': (world: World) => `GERTEC_MP35P__${freshDigits(world)}`,
  uuid: () => randomUUID(),
  digits: freshDigits,
};

const agreementIds = {
  zeros: (world: World) => `000${freshDigits(world)}`,
  signs: () => `-${freshHex()}+/=`,
  hex: freshHex,
  uuid: () => randomUUID(),
  prefixed: () => `agr-${freshHex()}`,
  digits: freshDigits,
  'of the request': (_: World, request: string) => digest(request),
};

const posIds = {
  zeros: (world: World) => `00${freshNumber(world)}`,
  minus: (world: World) => `-${freshNumber(world)}`,
  exponent: (world: World) => `${freshNumber(world)}e2`,
  'Devanagari digits': (world: World) => inDigitsFrom(`${freshNumber(world)}`, 0x0966),
  'letters and digits': (world: World) => `STORE01POS${freshNumber(world)}`,
  'with signs': (world: World) => `store.01_pos-${freshNumber(world)}`,
  digits: (world: World) => `${freshNumber(world)}`,
};

function inDigitsFrom(text: string, zero: number): string {
  return text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

/** Returns a new client_id in the variation's form, as the functions below do for other ids. */
export const freshClientId = (world: World, choices: Variation) => clientIds[choices.clientIds](world);
export const freshIntentId = (world: World, choices: Variation) => intentIds[choices.intentIds](world);
export const freshDeviceId = (world: World, choices: Variation) => deviceIds[choices.deviceIds](world);
export const freshAgreementId = (world: World, choices: Variation, request: string) =>
  agreementIds[choices.agreementIds](world, request);
export const freshPosId = (world: World, choices: Variation) => posIds[choices.posIds](world);
