import { type Endpoint, endpoints, operations } from '../../suite/core/operations.ts';
import { errorsOf } from './errors.ts';
import { type Part, referenceTo } from './json.ts';
import { parametersOf } from './parameters.ts';
import { requestExamples } from './request-examples.ts';
import { responseExamples } from './response-examples.ts';
import { successWords } from './words.ts';

/** The six operations under their paths. */
export function paths(seed: number): Part {
  return Object.fromEntries(
    endpoints.map((endpoint) => [
      `/${operations[endpoint].path}`,
      { [operations[endpoint].method.toLowerCase()]: operation(endpoint, seed) },
    ]),
  );
}

function operation(endpoint: Endpoint, seed: number): Part {
  const { summary, section, success } = operations[endpoint];
  const examples = requestExamples[endpoint]?.(seed);
  return {
    operationId: endpoint,
    tags: [endpoint],
    summary,
    description: `Sections ${section} and 4 of the reference.`,
    security: operations[endpoint].protected ? [{ bearer: [] }] : [],
    parameters: parametersOf(endpoint),
    ...(examples && { requestBody: { required: true, content: json(`${endpoint}-request`, examples) } }),
    responses: { [success]: successOf(endpoint, seed), ...errorsOf(endpoint) },
  };
}

function successOf(endpoint: Endpoint, seed: number): Part {
  const value = responseExamples[endpoint]?.(seed);
  if (value === undefined) return { description: `${successWords} It has no body.` };
  return { description: successWords, content: json(`${endpoint}-response`, { success: { value } }) };
}

function json(schema: string, examples: Part): Part {
  return { 'application/json': { schema: referenceTo('schemas', schema), examples } };
}
