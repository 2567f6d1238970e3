import type { Answer } from './exchange.ts';
import { members } from './walk.ts';

/** Every code and label that section 7 lists. */
const listed = [
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'invalid_request',
  'unsupported_grant_type',
  'forbidden',
  'unauthorized_client',
  'local_rate_limited',
  'bad_request',
  'not_found',
  'resource_not_found',
  'internal_server_error',
  'invalid_collectorId',
  'invalid_externalPosId',
  'invalid_access_token',
  'in_store_order_creation_error',
];

/** Whether an error body carries a code: as the exact value of any text in it, since its shape is not shown (7). */
export function carriesCode(answer: Answer, code: string): boolean {
  return texts(answer.json).includes(code);
}

/** Whether an error body carries a label: as a code, but case and punctuation do not matter. */
export function carriesLabel(answer: Answer, label: string): boolean {
  return texts(answer.json).some((text) => plain(text) === plain(label));
}

/** The first listed code or label that an error body carries; null where it carries none. */
export function codeOf(answer: Answer): string | null {
  return (
    listed.find((code) => carriesCode(answer, code)) ??
    listed.find((code) => carriesLabel(answer, code)) ??
    null
  );
}

/** The listed codes and labels in an error body, each as it is spelled there. */
export function spelledCodes(answer: Answer): string[] {
  return texts(answer.json).filter((text) => listed.some((code) => plain(text) === plain(code)));
}

function texts(json: unknown): string[] {
  const found: string[] = [];
  for (const [, value] of members([json])) if (typeof value === 'string') found.push(value);
  return found;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
}
