import { conformant, type Habits } from '../reference-client.ts';
import type { ClientFault } from './row.ts';

const ways: Readonly<Record<string, readonly [sentence: string, changes: Partial<Habits>]>> = {
  bare: ['Ids stand in the path as they are, and the URL is normalised.', { encode: (id) => id, finish: normalised }],
  'by-url': [
    'Ids are encoded, and the URL is normalised: two dots lead up.',
    { encode: encodeURIComponent, finish: normalised },
  ],
  'slashes-kept': [
    'Slashes in ids stay as they are.',
    { encode: (id) => conformant.encode(id).replaceAll('%2F', '/') },
  ],
  'by-form': [
    'Blanks in ids are written as plus signs.',
    { encode: (id) => conformant.encode(id).replaceAll('%20', '+') },
  ],
  twice: ['Ids are encoded twice.', { encode: (id) => encodeURIComponent(conformant.encode(id)) }],
  'in-latin-1': [
    'Ids are encoded in Latin-1.',
    {
      encode: (id) => conformant.encode(id).replace(/%C3%B1/g, '%F1'),
    },
  ],
  stripped: [
    'What is no letter, digit or dash is taken out of ids.',
    { encode: (id) => id.replace(/[^\w-]/g, '') || '_' },
  ],
  'cut-at-query': [
    'What follows a question mark is lost.',
    { encode: (id) => conformant.encode(id.split('?')[0] ?? '') },
  ],
  'dots-sent': ['Two dots are sent as they are.', { encode: encodeURIComponent }],
};

/** As fetch and curl do: steps of the path are taken. */
function normalised(outgoing: Parameters<Habits['finish']>[0]) {
  const { pathname, search } = new URL(outgoing.target, 'http://localhost');
  return { ...outgoing, target: `${pathname}${search}` };
}

/** Ids that arrive as other ids, or lead to another path. */
export const idFaults: readonly ClientFault[] = Object.entries(ways).flatMap(([way, [sentence, changes]]) => {
  const isStep = way === 'by-url' || way === 'dots-sent';
  return [
    { breaks: isStep ? 'CPI-07' : 'CPI-05', name: `cancel-ids-${way}`, sentence, changes } as const,
    { breaks: isStep ? 'COR-06' : 'COR-05', name: `order-ids-${way}`, sentence, changes } as const,
  ];
});
