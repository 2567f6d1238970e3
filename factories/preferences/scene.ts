import { crc32 } from 'node:zlib';
import type { Faker } from '@faker-js/faker';
import { faker as spanish } from '@faker-js/faker/locale/es_MX';
import { faker as portuguese } from '@faker-js/faker/locale/pt_BR';
import { drawTimes, type Times } from '../clock.ts';

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

interface Place {
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly area: number;
}

/** Describes what names, documents, addresses and times look like in one country. */
interface Region {
  readonly faker: Faker;
  readonly site: string;
  readonly currency: string;
  readonly offset: string;
  readonly document: string;
  readonly numbers: readonly string[];
  readonly places: readonly Place[];
}

/**
 * The countries of the three site codes that 2.3 knows, and Brazil. The document numbers are well formed and nobody's:
 * the ones that manuals print as samples, or from a range that is not given out.
 */
const regions: readonly Region[] = [
  {
    faker: portuguese,
    site: 'MLB',
    currency: 'BRL',
    offset: '-03:00',
    document: 'CPF',
    numbers: ['12345678909', '19119119100'],
    places: [
      { city: 'Campinas', state: 'São Paulo', zip: '13010-050', area: 19 },
      { city: 'Recife', state: 'Pernambuco', zip: '50010-000', area: 81 },
      { city: 'Curitiba', state: 'Paraná', zip: '80010-000', area: 41 },
    ],
  },
  {
    faker: spanish,
    site: 'MLA',
    currency: 'ARS',
    offset: '-03:00',
    document: 'DNI',
    numbers: ['99000017', '99123456', '99876543'],
    places: [
      { city: 'Buenos Aires', state: 'Ciudad Autónoma de Buenos Aires', zip: 'C1043', area: 11 },
      { city: 'Córdoba', state: 'Córdoba', zip: 'X5000', area: 351 },
      { city: 'Rosario', state: 'Santa Fe', zip: 'S2000', area: 341 },
    ],
  },
  {
    faker: spanish,
    site: 'MPE',
    currency: 'PEN',
    offset: '-05:00',
    document: 'DNI',
    numbers: ['99000025', '99234567', '99765432'],
    places: [
      { city: 'Lima', state: 'Lima', zip: '15001', area: 1 },
      { city: 'Arequipa', state: 'Arequipa', zip: '04001', area: 54 },
      { city: 'Cusco', state: 'Cusco', zip: '08002', area: 84 },
    ],
  },
  {
    faker: spanish,
    site: 'MLU',
    currency: 'UYU',
    offset: '-03:00',
    document: 'CI',
    numbers: ['12345672', '99999999'],
    places: [
      { city: 'Montevideo', state: 'Montevideo', zip: '11000', area: 2 },
      { city: 'Salto', state: 'Salto', zip: '50000', area: 473 },
      { city: 'Punta del Este', state: 'Maldonado', zip: '20100', area: 42 },
    ],
  },
];
