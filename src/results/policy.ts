import { InvalidArgumentError } from 'commander';
import { type Endpoint, endpoints, isEndpoint } from '#api/operations';

/** Describes what a gate requires in addition to the verdict. */
export interface GatePolicy {
  readonly allowIncomplete?: boolean;
  readonly allowReplay?: boolean;
  readonly maxWarnings?: number;
  readonly maxWaivers?: number;
  readonly require?: readonly Endpoint[];
  readonly minExercised?: Minimum;
}

/** A number of musts, or a part of all of them. */
export interface Minimum {
  readonly count: number;
  readonly isPercent: boolean;
}

/** A whole number from 0 up. */
export function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Say a whole number, such as 0.');
  return Number(text);
}

/** `80` musts, or `80%` of them. */
export function parseMinimum(text: string): Minimum {
  const [, digits = '', sign] = /^(\d{1,9})(%?)$/.exec(text) ?? [];
  const isPercent = sign === '%';
  if (digits === '' || (isPercent && Number(digits) > 100))
    throw new InvalidArgumentError('Say a number of musts such as 80, or a part of them such as 80%.');
  return { count: Number(digits), isPercent };
}

/** Endpoints between commas. */
export function parseEndpoints(text: string): Endpoint[] {
  const names = text.split(',').map((name) => name.trim());
  const known = names.filter(isEndpoint);
  const strange = names.find((name) => !isEndpoint(name));
  if (strange !== undefined)
    throw new InvalidArgumentError(`${JSON.stringify(strange)} is none of ${endpoints.join(', ')}.`);
  return known;
}
