import type { Variation } from './variations.ts';

const zones = { Z: 0, '+00:00': 0, '-03:00': -180, '-04:00': -240, '+05:30': 330 };

type Zone = keyof typeof zones;

const forms: Record<Variation['timeStamps'], { zone: Zone; fraction: string }> = {
  '-04:00 .SSS': { zone: '-04:00', fraction: '.000' },
  Z: { zone: 'Z', fraction: '' },
  '+00:00': { zone: '+00:00', fraction: '' },
  '-03:00': { zone: '-03:00', fraction: '' },
  'Z .SSS': { zone: 'Z', fraction: '.120' },
  '+00:00 .SSS': { zone: '+00:00', fraction: '.001' },
  '+05:30 .SSSSSS': { zone: '+05:30', fraction: '.000001' },
};

/** An instant as ISO 8601 with an offset, in the variation's form (2.3). */
export function timestamp(instant: number, choices: Variation): string {
  const { zone, fraction } = forms[choices.timeStamps];
  const local = new Date(instant + zones[zone] * 60_000).toISOString();
  return `${local.slice(0, 19)}${fraction}${zone}`;
}
