/** One reply of a sequence, as a test asks for it. */
export interface Step {
  /** As it was written: `429;retry-after=1`. */
  readonly text: string;
  /** An error status; undefined where the reply is the usual one. */
  readonly status?: number;
  readonly retryAfter?: number;
  readonly slowSeconds?: number;
  readonly delivery: 'whole' | 'half' | 'reset';
  /** Whether it is the reply to all that follow. */
  readonly forever: boolean;
}

/** What a sequence may be made of, for the messages. */
export const grammar =
  'ok, a status such as 429 or 429;retry-after=2, reset, half, slow=3, between commas; the last with * for ever';

const words = /^(?:(ok)|(reset)|(half)|slow=(\d+(?:\.\d+)?)|([1-5]\d\d)(?:;retry-after=(\d+))?)(\*?)$/;

/** Reads `429;retry-after=1,ok`; undefined where it is no sequence. */
export function parseSteps(text: string): readonly Step[] | undefined {
  const steps = text.split(',').map((word) => parseStep(word.trim()));
  const read = steps.flatMap((step) => step ?? []);
  return read.length === steps.length ? read : undefined;
}

function parseStep(text: string): Step | undefined {
  const match = words.exec(text);
  if (!match) return undefined;
  const [, , reset, half, slow, status, retryAfter, star] = match;
  return {
    text,
    delivery: reset ? 'reset' : half ? 'half' : 'whole',
    forever: star === '*',
    ...(slow === undefined ? {} : { slowSeconds: Number(slow) }),
    ...(status === undefined ? {} : { status: Number(status) }),
    ...(retryAfter === undefined ? {} : { retryAfter: Number(retryAfter) }),
  };
}

/** Whether the client cannot know, after this reply, that what it asked for was not done. */
export function leavesInDoubt({ status, delivery, slowSeconds }: Step): boolean {
  return delivery !== 'whole' || slowSeconds !== undefined || (status ?? 0) >= 500;
}
