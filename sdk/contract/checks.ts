import type { Endpoint } from '../../suite/core/operations.ts';
import { redact } from '../../suite/run/secrets/redact.ts';
import { bodyChecks } from './body.ts';
import type { Check, MatchedRequest } from './check.ts';
import { headerChecks } from './headers.ts';
import { pathChecks } from './path.ts';
import { queryChecks } from './query.ts';
import { unlistedChecks } from './unlisted.ts';

/** Every rule that a request is held against. */
export const checks: readonly Check[] = [
  ...pathChecks,
  ...queryChecks,
  ...headerChecks,
  ...bodyChecks,
  ...unlistedChecks,
];

/** One thing that a check found in one request, free of secrets. */
export interface Judged {
  /** The same for the same finding in another request or another run. */
  readonly id: string;
  readonly rule: string;
  readonly section: string;
  readonly level: 'breach' | 'note';
  readonly place: string;
  readonly text: string;
}

/** Holds a request against every rule of its operation; `strict` makes a breach of what is merely unlisted. */
export function judge(request: MatchedRequest, strict: boolean): Judged[] {
  return checks
    .filter(({ of }) => of.includes(request.endpoint))
    .flatMap((check) => findings(check, request, strict));
}

/** The sections with the fields of each operation. */
const fieldSections: Readonly<Record<Endpoint, string>> = {
  'oauth-token': '2.1',
  'checkout-preferences': '2.7',
  'test-users': '2.3',
  'point-payment-intents': '2.4',
  'wallet-agreements': '2.5',
  'instore-orders': '2.6',
};

function findings(
  { rule, section, weight, find }: Check,
  request: MatchedRequest,
  strict: boolean,
): Judged[] {
  const level = weight === 'breach' || (weight === 'stranger' && strict) ? 'breach' : 'note';
  return find(request).map(({ place, text, got }) => ({
    id: [request.endpoint, rule, place, text].join(' · '),
    rule,
    section: section === 'fields' ? fieldSections[request.endpoint] : section,
    level,
    place: redact(place),
    text: redact(`${text}${got === undefined ? '' : `; got ${got.slice(0, 120)}`}`),
  }));
}
