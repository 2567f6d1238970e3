import type { Variation } from '../variations.ts';

const zones = {
  Z: 0,
  '+00:00': 0,
  '-03:00': -180,
  '-04:00': -240,
  '-0400': -240,
  '-04': -240,
  '+05:30': 330,
};

/** Says how a time stamp is written: its zone, how much of the time, what stands for the seconds' fraction, which format. */
interface Form {
  readonly zone: keyof typeof zones;
  readonly fraction?: string;
  /** Characters of the extended time that are written: the seconds and the minutes may be left out. */
  readonly time?: number;
  readonly date?: (local: Date) => string;
  readonly isBasic?: boolean;
}

const forms: Record<Variation['timeStamps'], Form> = {
  '-04:00 .SSS': { zone: '-04:00', fraction: '.000' },
  Z: { zone: 'Z' },
  '+00:00': { zone: '+00:00' },
  '-03:00': { zone: '-03:00' },
  'Z .SSS': { zone: 'Z', fraction: '.120' },
  '+00:00 .SSS': { zone: '+00:00', fraction: '.001' },
  '+05:30 .SSSSSS': { zone: '+05:30', fraction: '.000001' },
  '-04:00 ,SSS': { zone: '-04:00', fraction: ',120' },
  'basic Z': { zone: 'Z', isBasic: true },
  'basic -0400 .SSS': { zone: '-0400', fraction: '.120', isBasic: true },
  'to the minute Z': { zone: 'Z', time: 5 },
  'to the hour Z': { zone: 'Z', time: 2 },
  'hours alone -04': { zone: '-04' },
  'by week Z': { zone: 'Z', date: byWeek },
  'by day of the year Z': { zone: 'Z', date: byDayOfYear },
};

/** An instant as ISO 8601 with an offset, in the variation's form (2.3). */
export function timestamp(instant: number, choices: Variation): string {
  const { zone, fraction = '', time = 8, date = byMonth, isBasic = false } = forms[choices.timeStamps];
  const local = new Date(instant + zones[zone] * 60_000);
  const stamp = `${date(local)}T${local.toISOString().slice(11, 11 + time)}`;
  return `${isBasic ? stamp.replaceAll(/[-:]/g, '') : stamp}${fraction}${zone}`;
}

function byMonth(local: Date): string {
  return local.toISOString().slice(0, 10);
}

function byDayOfYear(local: Date): string {
  const year = local.getUTCFullYear();
  return `${year}-${`${daysSince(Date.UTC(year, 0, 1), local) + 1}`.padStart(3, '0')}`;
}

/** A week belongs to the year in which its Thursday is. */
function byWeek(local: Date): string {
  const weekday = local.getUTCDay() || 7;
  const year = new Date(local.getTime() + (4 - weekday) * 86_400_000).getUTCFullYear();
  const fourth = new Date(Date.UTC(year, 0, 4));
  const week = Math.floor((daysSince(fourth.getTime(), local) + (fourth.getUTCDay() || 7) - 1) / 7) + 1;
  return `${year}-W${`${week}`.padStart(2, '0')}-${weekday}`;
}

function daysSince(start: number, local: Date): number {
  return Math.floor((local.getTime() - start) / 86_400_000);
}
