import type { Choice } from './choice.ts';

const successStatus = '4: success status codes';
const errorShape = '7: shape of an error response body';
const labels = '7: labels, not codes';
const wire = 'silent about HTTP itself';

/** Says how answers look: statuses, error bodies, headers, and the bytes on the wire. */
export const answerChoices = [
  { name: 'tokenStatus', places: [successStatus], alternatives: [200, 201] },
  { name: 'preferenceStatus', places: [successStatus], alternatives: [201, 200, 202] },
  { name: 'testUserStatus', places: [successStatus], alternatives: [201, 200] },
  { name: 'cancelStatus', places: [successStatus], alternatives: [200, 202] },
  { name: 'agreementStatus', places: [successStatus], alternatives: [201, 200, 202] },
  { name: 'deletionStatus', places: [successStatus], alternatives: [204, 200, 202] },
  {
    name: 'errorCodeAt',
    places: [errorShape],
    alternatives: ['error', 'code', 'error.code', 'errors[0].code', 'cause[0].code'],
  },
  {
    name: 'besideTheCode',
    places: [errorShape],
    alternatives: ['message and status', 'message', 'description and status text', 'nothing'],
  },
  {
    name: 'labelSpelling',
    places: [errorShape, labels],
    alternatives: ['as listed', 'Bad-Request', 'bad_request', 'BAD REQUEST', 'bad request', 'badRequest'],
  },
  {
    name: 'mediaType',
    places: ['preamble: application/json, parameters not shown'],
    alternatives: ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'],
  },
  {
    name: 'errorMediaType',
    places: [errorShape],
    alternatives: ['as success', 'application/problem+json', 'application/problem+json; charset=utf-8'],
  },
  {
    name: 'extraMembers',
    places: ['2.2–2.5: other members not shown'],
    alternatives: ['none', 'text', 'of every type'],
  },
  {
    name: 'echo',
    places: ['2.2–2.5: other members not shown', errorShape],
    alternatives: ['none', 'of the body', 'of the body as text', 'of everything'],
  },
  {
    name: 'jsonText',
    places: [wire],
    alternatives: ['compact', 'indented', 'ASCII only', 'members sorted', 'slashes escaped', 'numbers with a fraction'],
  },
  { name: 'emptyAnswerType', places: ['4: no response body'], alternatives: ['left out', 'sent'] },
  { name: 'headerNames', places: [wire], alternatives: ['Usual-Case', 'lower-case', 'UPPER-CASE'] },
  { name: 'compression', places: [wire], alternatives: ['none', 'gzip'] },
  { name: 'framing', places: [wire], alternatives: ['content-length', 'chunked'] },
  { name: 'connection', places: [wire], alternatives: ['kept', 'closed'] },
  {
    name: 'retryAfter',
    places: ['7 and 8: 429 without thresholds'],
    alternatives: ['none', 'seconds', 'date'],
  },
] as const satisfies readonly Choice[];
