export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly milliseconds: number;
}

/** Returns the progress of a run in words: done, left, failures so far, and time left as soon as it is known. */
export function progressWords({ done, total, failed, milliseconds }: Progress): string {
  const left = total - done;
  const remaining = done === 0 ? 0 : (milliseconds / done) * left;
  const isKnown = left > 0 && done >= Math.max(3, total / 50);
  const time = isKnown ? `, about ${duration(remaining)} left` : '';
  return `${done} of ${total} tests done, ${left} left, ${failed} failed${time}`;
}

/** `45 s`, `3 min 20 s`, `1 h 5 min`. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
