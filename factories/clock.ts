import type { Faker } from '@faker-js/faker';

/** Returns the same instant with another UTC offset. */
export const shifted = (time: string, offset: string): string => at(Date.parse(time), offset);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Fixed instants far apart, where the past ends and the future begins: a seed gives the same bytes in any year until
 * 2035. The future ends before 2038, for 32-bit clocks.
 */
const past = Date.UTC(2025, 0, 1);
const future = Date.UTC(2035, 0, 1);

/** The consistent times of one payload, in ISO 8601 with the given offset. */
export interface Times {
  readonly registered: string;
  readonly purchased: string;
  readonly expires: string;
  readonly event: string;
  readonly departs: string;
  readonly arrives: string;
}

/** Draws the times of one payload in order: registration, purchase, expiration, start of the journey. */
export function drawTimes(faker: Faker, offset: string): Times {
  const between = (min: number, max: number, unit: number) => faker.number.int({ min, max }) * unit;
  const departs = future + between(31 * 24, 90 * 24, hour);
  return {
    registered: at(past - between(400 * 24, 2000 * 24, hour), offset),
    purchased: at(past - between(24 * 60, 300 * 24 * 60, minute), offset),
    expires: at(future + between(2, 30, day), offset),
    event: at(future + between(31 * 24, 90 * 24, hour), offset),
    departs: at(departs, offset),
    arrives: at(departs + between(60, 14 * 60, minute), offset),
  };
}

/** Returns an instant in ISO 8601 with a UTC offset. */
function at(instant: number, offset: string): string {
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(4))];
  const ahead = (hours * hour + minutes * minute) * (offset.startsWith('-') ? -1 : 1);
  return new Date(instant + ahead).toISOString().replace('Z', offset);
}
