import type { JsonObject } from '../json.ts';
import { sample } from '../sample.ts';
import { type Industry, industrySchema } from './industry.ts';
import type { Goods, SampleOptions } from './scene.ts';

/** Holds what each industry sells: the category's word and titles that a buyer would read. */
const catalogue: Readonly<Record<Industry, Goods>> = {
  apparel: { category: 'fashion', titles: ['Camisa de lino', 'Zapatillas urbanas', 'Campera impermeable'] },
  electro: {
    category: 'electronics',
    titles: ['Heladera con freezer', 'Notebook de 14 pulgadas', 'Lavarropas'],
  },
  entertainment: { category: 'tickets', titles: ['Entrada general', 'Platea baja', 'Abono de temporada'] },
  'home-and-deco': { category: 'home', titles: ['Mesa de roble', 'Lámpara de pie', 'Juego de sábanas'] },
  'applications-and-online-platforms': {
    category: 'virtual_goods',
    titles: ['Suscripción mensual', 'Créditos de juego', 'Curso en línea'],
  },
  retail: { category: 'others', titles: ['Canasta de almacén', 'Café molido 500 g', 'Detergente 3 l'] },
  'government-and-public-services': {
    category: 'services',
    titles: ['Renovación de licencia', 'Tasa municipal', 'Partida de nacimiento'],
  },
  tourism: { category: 'travels', titles: ['Pasaje en ómnibus', 'Pasaje aéreo', 'Excursión de un día'] },
  hospitality: {
    category: 'travels',
    titles: ['Habitación doble', 'Cabaña para cuatro', 'Suite con vista al mar'],
  },
  utilities: { category: 'services', titles: ['Factura de luz', 'Factura de gas', 'Factura de agua'] },
  'direct-sale': {
    category: 'health_beauty',
    titles: ['Crema facial', 'Perfume 100 ml', 'Set de maquillaje'],
  },
  'automobiles-and-nautical': {
    category: 'automotive',
    titles: ['Neumático 205/55 R16', 'Batería de 12 V', 'Chaleco salvavidas'],
  },
  'urban-transport': {
    category: 'transport',
    titles: ['Viaje al centro', 'Pase semanal', 'Viaje al aeropuerto'],
  },
};

/** The body of a request that creates a checkout preference. */
export type Preference = JsonObject;

/** Says how a preference is drawn: its seed, what now is, how many elements its arrays hold. */
export interface PreferenceOptions extends Omit<SampleOptions, 'goods'> {
  /** Stands as external_reference, by which what a test created can be found. */
  readonly tag?: string;
}

/** A full preference of an industry: every field of its row. The same options give the same bytes. */
export function preference(industry: Industry, { tag, ...options }: PreferenceOptions = {}): Preference {
  const body = sample(industrySchema(industry), { ...options, goods: catalogue[industry] });
  return tag === undefined ? body : { ...body, external_reference: tag };
}
