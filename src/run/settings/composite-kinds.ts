import { makeExactValidator as kind } from 'envalid';
import { wanted } from './setting-kinds.ts';

/** Describes what is known of the product under test. */
export interface ProductFacts {
  readonly name: string;
  readonly version: string;
  readonly vendor: string;
  readonly contact: string;
}

const productFields: readonly string[] = ['name', 'version', 'vendor', 'contact'] satisfies (keyof ProductFacts)[];

/** Accepts the name of a product, or a JSON object of what is known of it. */
export const product = kind<ProductFacts>((value) => {
  const facts = value.startsWith('{') ? parsed(value) : { name: value };
  const entries = Object.entries(facts ?? {});
  if (
    entries.length === 0 ||
    !entries.every(([name, text]) => productFields.includes(name) && typeof text === 'string')
  )
    return wanted('a name, or a JSON object with name, version, vendor and contact');
  return { name: '', version: '', vendor: '', contact: '', ...facts };
});

function parsed(text: string): Partial<ProductFacts> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Counts how many resources a run may create, and over how long that counts; a night is the default. */
export interface Budgets {
  readonly preferences?: number;
  readonly 'test-users'?: number;
  readonly agreements?: number;
  readonly per?: 'week' | 'month';
}

/** Accepts pairs such as `test-users=13,per=week`. */
export const budget = kind<Budgets>((value) => {
  const pairs = value.split(',').map((pair) => pair.trim());
  if (!pairs.every((pair) => /^(?:(?:preferences|test-users|agreements)=\d{1,9}|per=(?:night|week|month))$/.test(pair)))
    return wanted('pairs of preferences, test-users, agreements and per, such as test-users=13,per=week');
  const entries = pairs.filter((pair) => pair !== 'per=night').map((pair) => pair.split('='));
  return Object.fromEntries(entries.map(([name = '', text = '']) => [name, name === 'per' ? text : Number(text)]));
});
