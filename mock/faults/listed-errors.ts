import { accepting, type Fault, refusing } from '../fault.ts';
import { rowsOf } from './row.ts';

/** A request that a rule refuses, and what is answered instead of the listed status and code. */
export type ListedError = {
  breaks: string;
  slug: string;
  request: string;
  rule: string;
  status?: number;
  code?: string;
  /** False where another row leaves the same rule out. */
  notRaised?: boolean;
};

type Place = { operation: Fault['operation']; prefix: string };

/** For each listed error: another status, another code, and not raised at all. */
export function listedErrorFaults(place: Place, errors: readonly ListedError[]): Fault[] {
  return errors.flatMap((error) => [
    ...(error.status === undefined ? [] : [otherStatus(place, error, error.status)]),
    ...(error.code === undefined ? [] : [otherCode(place, error, error.code)]),
    ...(error.notRaised === false ? [] : [notRaised(place, error)]),
  ]);
}

function otherStatus({ operation, prefix }: Place, error: ListedError, status: number): Fault {
  const sentence = `${error.request} is answered ${status}.`;
  const patch = refusing(error.rule, { status });
  return rowsOf(operation, prefix).row(error.breaks, `${error.slug}-status`, sentence, patch);
}

function otherCode({ operation, prefix }: Place, error: ListedError, code: string): Fault {
  const sentence = `${error.request} is answered with the code ${code}.`;
  const patch = refusing(error.rule, { code });
  return rowsOf(operation, prefix).row(error.breaks, `${error.slug}-code`, sentence, patch);
}

function notRaised({ operation, prefix }: Place, error: ListedError): Fault {
  const sentence = `${error.request} is not refused by the rule that it breaks.`;
  return rowsOf(operation, prefix).row(
    error.breaks,
    `${error.slug}-accepted`,
    sentence,
    accepting(error.rule),
  );
}
