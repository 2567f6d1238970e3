import { crc32 } from 'node:zlib';
import type { Faker } from '@faker-js/faker';
import { drawTimes, type Times } from '../clock.ts';
import { type Region, regions } from './regions.ts';

/** Describes what a payload is drawn from: a number, or any text, such as the seed of a run with a test's title. */
export type Seed = number | string;

/** Describes what is for sale: the category's word and what its items are called. */
export interface Goods {
  readonly category: string;
  readonly titles: readonly [string, ...string[]];
}

/** Says how a payload is drawn. `now` is what past and future are relative to; without it they are far apart. */
export interface SampleOptions {
  readonly seed?: Seed;
  readonly now?: Date;
  readonly goods?: Goods;
  /** Counts how many elements each array holds. */
  readonly elements?: number;
}

/** Who buys what, where and when: drawn once for a payload, so that its values make sense together. */
export interface Scene {
  readonly faker: Faker;
  readonly region: Region;
  readonly place: Region['places'][number];
  readonly times: Times;
  readonly goods: Goods;
  readonly elements: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly document: string;
}

const anything: Goods = { category: 'others', titles: ['Producto de prueba'] };

/** Sets the scene of a payload: the same options draw the same one. */
export function drawScene({ seed = 1, now, goods = anything, elements = 1 }: SampleOptions): Scene {
  const region = drawRegion(seed);
  const { faker } = region;
  return {
    faker,
    region,
    goods,
    elements,
    place: faker.helpers.arrayElement(region.places),
    times: drawTimes(faker, region.offset, now),
    firstName: faker.person.firstName(),
    lastName: faker.person.lastName(),
    document: faker.helpers.arrayElement(region.numbers),
  };
}

/** A locale has one generator for the whole process, so every payload sows it anew. */
function drawRegion(seed: Seed): Region {
  const number = typeof seed === 'number' ? seed : crc32(seed);
  const region = regions[Math.abs(number) % regions.length];
  if (!region) throw new Error(`The seed ${seed} is no whole number: give one, or any text.`);
  region.faker.seed(number);
  return region;
}
