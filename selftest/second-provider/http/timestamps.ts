import type { Form } from '../choices.ts';

/** Returns an ISO 8601 time stamp with an offset and the style's number of fraction digits. */
export function stamp(at: Date, style: Form['testUsers']['stamps']): string {
  const [offset = 'Z', fraction = ''] = style.split(' ');
  const local = new Date(at.getTime() + minutesOf(offset) * 60_000).toISOString();
  const digits = `${local.slice(20, 23)}007042`.slice(0, Math.max(0, fraction.length - 1));
  return `${local.slice(0, 19)}${digits && `.${digits}`}${offset}`;
}

function minutesOf(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** Returns month, day and hour of an instant at a UTC offset: the MMddHH of an access token (2.2). */
export function monthDayHour(at: Date, hoursFromUtc: number): string {
  const local = new Date(at.getTime() + hoursFromUtc * 3_600_000).toISOString();
  return `${local.slice(5, 7)}${local.slice(8, 10)}${local.slice(11, 13)}`;
}
