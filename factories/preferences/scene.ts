import { crc32 } from 'node:zlib';
import type { Faker } from '@faker-js/faker';
import { faker as spanish } from '@faker-js/faker/locale/es_MX';
import { faker as portuguese } from '@faker-js/faker/locale/pt_BR';
import type { Json } from '../json.ts';
import rows from './regions.json' with { type: 'json' };
import usual from './usual.json' with { type: 'json' };

/** Returns the same instant with another UTC offset. */
export const shifted = (time: string, offset: string): string => at(Date.parse(time), offset);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Fixed instants: a seed gives the same bytes until 2035. The future ends before 2038, for clocks of 32 bits. */
const past = Date.UTC(2025, 0, 1);
const future = Date.UTC(2035, 0, 1);

/** Draws the consistent times of one payload: registration, purchase, expiration, start of the journey, in this order. */
function drawTimes(faker: Faker, offset: string) {
  const between = (min: number, max: number, unit: number) => faker.number.int({ min, max }) * unit;
  const departs = future + between(31 * 24, 90 * 24, hour);
  return {
    registration_date: at(past - between(400 * 24, 2000 * 24, hour), offset),
    last_purchase: at(past - between(24 * 60, 300 * 24 * 60, minute), offset),
    date_of_expiration: at(future + between(2, 30, day), offset),
    event_date: at(future + between(31 * 24, 90 * 24, hour), offset),
    departure_date_time: at(departs, offset),
    arrival_date_time: at(departs + between(60, 14 * 60, minute), offset),
  };
}

function at(instant: number, offset: string): string {
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(4));
  const ahead = (hours * hour + minutes * minute) * (offset.startsWith('-') ? -1 : 1);
  return new Date(instant + ahead).toISOString().replace('Z', offset);
}

/** Returns a date to come as many days sooner as the future of the payloads is away. */
export function toSoon(date: string): string {
  return new Date(Date.parse(date) - Math.floor((future - Date.now()) / day) * day).toISOString().slice(0, 10);
}

/** Accepts a number or any text, such as the seed of a run with a test's title. */
export type Seed = number | string;

export type Goods = { readonly category: string; readonly titles: readonly string[] };

export interface SampleOptions {
  readonly seed?: Seed;
  readonly goods: Goods;
  readonly elements?: number;
}

/** The values of a payload by their fields: drawn once, so that they are consistent. */
export type Scene = Readonly<ReturnType<typeof drawScene>>;

/** Draws the scene of a payload: the same options draw the same one. */
export function drawScene({ seed = 1, goods, elements = 1 }: SampleOptions) {
  const { faker, ...region } = drawRegion(seed);
  const values: Readonly<Record<string, Json>> = {
    ...usual,
    category_id: goods.category,
    ...region.texts,
    ...region.journey,
    ...faker.helpers.arrayElement(region.places),
    ...drawTimes(faker, region.offset),
    first_name: faker.person.firstName().replace(/.* /, ''), // two words are a rare value
    last_name: faker.person.lastName().replace(/.* /, ''),
    identification_number: faker.helpers.arrayElement(region.numbers),
  };
  return { faker, goods, elements, values };
}

/** Returns the region of a seed. A locale has one generator per process, so every payload seeds it again. */
function drawRegion(seed: Seed) {
  const number = typeof seed === 'number' ? seed : crc32(seed);
  const region = regions[Math.abs(number) % regions.length];
  if (!region) throw new Error(`The seed ${seed} is not a whole number. Use one, or any text.`);
  region.faker.seed(number);
  return region;
}

/** The countries of the sites of 2.3, and Brazil; document numbers are printed samples or of an unassigned range. */
const regions = rows.map(({ language, ...row }) => ({ faker: language === 'pt' ? portuguese : spanish, ...row }));
