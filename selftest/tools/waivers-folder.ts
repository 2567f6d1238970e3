import { folderWith } from './fixtures.ts';

/** A waiver of the requirement that the fault `order-no-number-code` violates. */
export const orderWaiver = {
  requirement: 'ORD-10',
  reason: 'Spelled in lower case until release 7.',
  owner: 'Orders team',
  link: 'https://tracker.example/ORD-7',
  expires: '2099-12-31',
} as const;

/** Creates a folder with these waivers of the embedded provider, one per line from line 2 on. */
export function waivers(...rows: readonly object[]): { readonly WAIVERS_DIR: string } {
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
  return { WAIVERS_DIR: folderWith({ 'embedded.json': `{"waivers": [\n${lines}\n]}\n` }) };
}
