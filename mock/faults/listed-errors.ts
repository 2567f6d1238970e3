import { accepting, type Fault, refusing } from '../fault.ts';

/** A listed error: what is wrong with the request, the rule that refuses it, and a status and code not listed for it. */
export type ListedError = {
  slug: string;
  breaks: string;
  request: string;
  rule: string;
  status?: number;
  code?: string;
  /** False where the error left out would break another requirement than this one. */
  notRaised?: boolean;
};

type Place = { operation: Fault['operation']; prefix: string };

/** For each listed error: another status, another code, and not raised at all. */
export function listedErrorFaults(place: Place, errors: readonly ListedError[]): Fault[] {
  return errors.flatMap((error) => [
    ...otherStatus(place, error),
    ...otherCode(place, error),
    ...notRaised(place, error),
  ]);
}

function otherStatus(
  { operation, prefix }: Place,
  { slug, breaks, request, rule, status }: ListedError,
): Fault[] {
  if (status === undefined) return [];
  const sentence = `${request} is answered ${status}.`;
  return [
    { name: `${prefix}-${slug}-status`, operation, breaks, sentence, patch: refusing(rule, { status }) },
  ];
}

function otherCode(
  { operation, prefix }: Place,
  { slug, breaks, request, rule, code }: ListedError,
): Fault[] {
  if (code === undefined) return [];
  const sentence = `${request} is answered with the code ${code}.`;
  return [{ name: `${prefix}-${slug}-code`, operation, breaks, sentence, patch: refusing(rule, { code }) }];
}

function notRaised(
  { operation, prefix }: Place,
  { slug, breaks, request, rule, ...rest }: ListedError,
): Fault[] {
  if (rest.notRaised === false) return [];
  const sentence = `${request} is not refused by the rule that it breaks.`;
  return [{ name: `${prefix}-${slug}-accepted`, operation, breaks, sentence, patch: accepting(rule) }];
}
