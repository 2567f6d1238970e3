import { type Level, levels } from '../../suite/core/requirement.ts';
import { type Outcome, outcomes } from '../../suite/results/outcome.ts';
import { readJsonFile } from '../../suite/run/json-file.ts';

/** What a comparison needs of a requirement in conformance.json. */
export interface ComparedRequirement {
  readonly id: string;
  readonly level: Level;
  readonly text: string;
  readonly outcome: Outcome;
}

/** What a comparison needs of conformance.json: less than its schema asks, so that other versions can be compared. */
export interface RunDocument {
  readonly verdict: string;
  readonly target: { readonly name: string };
  readonly requirements: readonly ComparedRequirement[];
}

const schema = {
  type: 'object',
  properties: {
    verdict: { type: 'string' },
    target: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    requirements: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          level: { enum: levels },
          text: { type: 'string' },
          outcome: { enum: outcomes },
        },
        required: ['id', 'level', 'text', 'outcome'],
      },
    },
  },
  required: ['verdict', 'target', 'requirements'],
};

/** The result of a run; throws one sentence where the file is none. */
export function readRun(file: string): RunDocument {
  return readJsonFile<RunDocument>(file, schema).value;
}
