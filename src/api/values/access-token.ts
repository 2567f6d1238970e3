/**
 * The creation date has only hours and an unknown time zone, from 12 hours behind UTC to 14 ahead. One hour is for the
 * cut minutes, another one for the difference of two clocks and the time of a run.
 */
const HOUR = 3_600_000;
const [EARLIEST, LATEST] = [-14 * HOUR, 15 * HOUR];

/** The readable parts of an access token (2.2): type, creation date as MMddHH, and the rest. */
export interface AccessToken {
  readonly type: 'APP_USR' | 'TEST';
  readonly created: string;
  readonly rest: string;
}

/** Reads the text of an access token: a type, the client id, a date; undefined if it has another format. */
export function readAccessToken(text: string, clientId: string): AccessToken | undefined {
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
  const years = [-1, 0, 1].map((shift) => now.getUTCFullYear() + shift);
  return years.some((year) => {
    const date = new Date(Date.UTC(year, month - 1, day, hour));
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
