// Yards as people say them. Pure text and geometry; no rule of play.
import type { BySeat, Seat } from '../net/types';
import { t } from '../i18n';

// A ball `yards` from the offence's own goal line: "Home 35", "midfield".
export function spot(offense: Seat, yards: number, names: BySeat<string>): string {
  if (yards === 50) return t('score.midfield');
  const own = yards < 50;
  const side = own ? offense : offense === 'home' ? 'away' : 'home';
  return t('score.yard', { seat: names[side], n: own ? yards : 100 - yards });
}

export const nth = (n: number): string =>
  t(`ordinal.down.${([1, 2, 3, 4] as const)[Math.min(3, Math.max(0, n - 1))]!}`);

export function downAndDistance(down: number, ball: number, line: number): string {
  const to = line >= 100 ? t('score.goal-to-go') : t('score.to-go', { n: line - ball });
  return `${t('score.down', { n: nth(down) })} · ${to}`;
}

export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

// The side that the board faces attacks to the right, so its yards count from the left.
export const fieldX = (seat: Seat | null, yards: number, facing: Seat = 'home'): number =>
  seat !== null && seat !== facing ? 100 - yards : yards;
