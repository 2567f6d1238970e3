/** ISO 8601 in basic and extended form, by month, week or day of the year, to the hour, minute, second or a fraction. */
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
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(text) && isIso8601(text);
}

function isDate(digits: string): boolean {
  const year = Number(digits.slice(0, 4));
  const rest = digits.slice(4);
  if (/^W/i.test(rest)) return isBetween(1, rest.slice(1, 3), 53);
  if (rest.length === 3) return isBetween(1, rest, getDays(year, 1, 12));
  const month = Number(rest.slice(0, 2));
  return isBetween(1, `${month}`, 12) && isBetween(1, rest.slice(2), getDays(year, month, month));
}

function getDays(year: number, from: number, to: number): number {
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

const HOUR = 3_600_000;
/** Time zones are 12 hours behind UTC to 14 ahead; an hour more for the cut minutes, one for two clocks and a long run. */
const EARLIEST = -14 * HOUR;
const LATEST = 15 * HOUR;

/** Reads an access token (2.2): its type, its creation date as MMddHH, the rest; undefined if it has another format. */
export function readAccessToken(text: string, clientId: string) {
  const opening = /^(APP_USR|TEST)[^A-Za-z0-9]*/.exec(text);
  const afterOpening = text.slice(opening?.[0].length);
  if (!opening || !afterOpening.startsWith(clientId)) return undefined;
  const date = /^[^A-Za-z0-9]*(\d{6})(.*)$/s.exec(afterOpening.slice(clientId.length));
  if (!date) return undefined;
  return { type: opening[1] === 'TEST' ? 'TEST' : 'APP_USR', created: date[1] ?? '', rest: date[2] ?? '' };
}

/** Returns true if MMddHH is a real month, day and hour, and now somewhere on earth. */
export function isCurrentDate(created: string, now: Date): boolean {
  const [month = 0, day = 0, hour = 0] = created.match(/\d\d/g)?.map(Number) ?? [];
  return [-1, 0, 1].some((shift) => {
    const date = new Date(Date.UTC(now.getUTCFullYear() + shift, month - 1, day, hour));
    const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24;
    const apart = date.getTime() - now.getTime();
    return isReal && apart >= EARLIEST && apart <= LATEST;
  });
}

/** Returns the format of a token without its secret part: `APP_USR, the client id, the date 112207, …`. */
export function describeTokenFormat(text: string, clientId: string): string {
  const type = /^(?:APP_USR|TEST)/.exec(text)?.[0];
  const token = readAccessToken(text, clientId);
  return [
    type ?? 'no type that is listed',
    text.includes(clientId) ? 'the client id' : 'not the client id',
    ...(token ? [`the date ${token.created}`] : ['no date behind them']),
    `${text.length} characters in all`,
  ].join(', ');
}
