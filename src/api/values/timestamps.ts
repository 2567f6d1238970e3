/**
 * ISO 8601 lets a time stamp be written in the basic or the extended format, the date by month, week or day of the year,
 * the time down to the hour, the minute or the second with a fraction of the last behind a point or a comma, and the
 * offset as Z or as hours with or without minutes, with a hyphen or a minus sign. RFC 3339 is the profile of it that
 * every client's library reads.
 */
const formats = [
  { date: /^\d{4}-(?:\d\d-\d\d|W\d\d-[1-7]|\d{3})$/, time: /^\d\d(?::\d\d(?::\d\d)?)?(?:[.,]\d+)?$/ },
  { date: /^\d{4}(?:\d{4}|W\d\d[1-7]|\d{3})$/, time: /^\d\d(?:\d\d(?:\d\d)?)?(?:[.,]\d+)?$/ },
];

/** The UTC offsets of both formats, whatever that of the date: many libraries write `+0000` after an extended time. */
const offsets = /^(?:Z|[+\u2212-]\d\d(?::?\d\d)?)$/i;

/** Returns true if a text is a time stamp of ISO 8601 with a UTC offset (2.3), in any form that the standard has. */
export function isIso8601(text: string): boolean {
  const [, date = '', time = '', offset = ''] = /^([^T]*)T([^Z+\u2212-]*)(.*)$/is.exec(text) ?? [];
  const fits = formats.some((form) => form.date.test(date) && form.time.test(time));
  return fits && isDate(date.replaceAll('-', '')) && isTime(time) && isOffset(offset);
}

/** Returns true if a text is a date-time of RFC 3339 (5.6). */
export function isRfc3339(text: string): boolean {
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;
  return form.test(text) && isIso8601(text);
}

function isDate(digits: string): boolean {
  const year = Number(digits.slice(0, 4));
  const rest = digits.slice(4);
  if (/^W/i.test(rest)) return isBetween(1, rest.slice(1, 3), 53);
  if (rest.length === 3) return isBetween(1, rest, daysOf(year, 1, 12));
  const month = Number(rest.slice(0, 2));
  return isBetween(1, `${month}`, 12) && isBetween(1, rest.slice(2), daysOf(year, month, month));
}

function daysOf(year: number, from: number, to: number): number {
  const day = (month: number) => new Date(0).setUTCFullYear(year, month - 1, 1) / 86_400_000;
  return day(to + 1) - day(from);
}

/** Returns true if a time is valid; a day may end at 24:00, and a minute with a leap second. */
function isTime(time: string): boolean {
  const [hour = '', minute = '0', second = '0'] = time.replace(/[.,].*/, '').match(/\d\d/g) ?? [];
  const endsDay = hour === '24' && Number(minute) === 0 && Number(second) === 0;
  return (isBetween(0, hour, 23) || endsDay) && isBetween(0, minute, 59) && isBetween(0, second, 60);
}

function isOffset(offset: string): boolean {
  if (!offsets.test(offset)) return false;
  const [hour = '0', minute = '0'] = offset.match(/\d\d/g) ?? [];
  return isBetween(0, hour, 23) && isBetween(0, minute, 59);
}

function isBetween(least: number, digits: string, most: number): boolean {
  return Number(digits) >= least && Number(digits) <= most;
}
