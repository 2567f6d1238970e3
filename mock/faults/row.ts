import { type Fault, type Patch, stumbling, type When } from '../fault.ts';

type Row = (breaks: string, slug: string, sentence: string, patch: Patch) => Fault;
type Stumble = (breaks: string, slug: string, sentence: string, when: When) => Fault;

/** Writers of one operation's rows: any patch, requests that fail inside the service, requests that are refused. */
export function rowsOf(operation: Fault['operation'], prefix: string) {
  const row: Row = (breaks, slug, sentence, patch) => ({
    name: `${prefix}-${slug}`,
    operation,
    breaks,
    sentence,
    patch,
  });
  const fails: Stumble = (breaks, slug, sentence, when) => row(breaks, slug, sentence, stumbling(when));
  const refuses: Stumble = (breaks, slug, sentence, when) =>
    row(breaks, slug, sentence, stumbling(when, 400, 'invalid_request'));
  return { row, fails, refuses };
}
