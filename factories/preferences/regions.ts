import type { Faker } from '@faker-js/faker';
import { faker as spanish } from '@faker-js/faker/locale/es_MX';
import { faker as portuguese } from '@faker-js/faker/locale/pt_BR';

interface Place {
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly area: number;
}

/** Describes what names, documents, addresses and times look like in one country. */
export interface Region {
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
export const regions: readonly Region[] = [
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
