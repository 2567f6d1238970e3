import type { Conformance } from '#results/document';

/** Who was judged, and with which seed: `Target embedded at http://…, SEED=7`, or `The client "acme", SEED=7`, which has no address. */
export function subjectWords(
  { target, seed, without, decision }: Conformance,
  safe: (text: string) => string = String,
): string {
  const name = safe(target.name);
  const place = target.baseUrl === '' ? '' : ` at ${safe(target.baseUrl)}`;
  const who = decision.subject === 'client' ? `The client "${name}"` : `Target ${name}${place}`;
  return [who, `SEED=${seed}`, ...(without.length > 0 ? [`WITHOUT=${without.join(',')}`] : [])].join(', ');
}
