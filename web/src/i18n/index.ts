// t() for the page's own words; follows the language that the person chose.
import type { Seat } from '../net/types';
import { prefs } from '../store/prefs.svelte';
import { en, type Key } from './en';
import { fr } from './fr';

export type { Key };

export function fill(text: string, params: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole));
}

export function t(key: Key, params?: Record<string, string | number>): string {
  return fill((prefs.lang === 'fr' ? fr : en)[key], params);
}

// For keys put together at run time; says nothing where there is no such word.
export function maybe(key: string): string {
  const all: Record<string, string> = prefs.lang === 'fr' ? fr : en;
  return all[key] ?? '';
}

export const seatName = (seat: Seat): string => t(seat);

// Whole percents, one decimal only where it matters (below 1 and above 99), with a narrow space before the sign.
export function percent(part: number): string {
  const value = Math.min(1, Math.max(0, part)) * 100;
  const edge = value > 0 && value < 100 && (value < 0.95 || value >= 99.05);
  const text = edge ? Math.min(99.9, Math.max(0.1, value)).toFixed(1) : value.toFixed(0);
  return `${prefs.lang === 'fr' ? text.replace('.', ',') : text}\u202f%`;
}

// What the odds are worth: exact, an estimate, or those of an earlier position than the one shown.
export function howKnown(odds: { method: 'exact' | 'estimate'; error: number }, earlier = false): string {
  if (earlier) return t('oddsEarlier');
  return odds.method === 'exact' ? t('exact') : t('estimate', { n: percent(odds.error) });
}

// Percentage points with a sign, for luck and mistakes.
export function points(part: number): string {
  const value = part * 100;
  const digits = Math.abs(value) < 10 ? 1 : 0;
  const text = Math.abs(value).toFixed(digits);
  const sign = Number(text) === 0 ? '' : value < 0 ? '−' : '+';
  return sign + (prefs.lang === 'fr' ? text.replace('.', ',') : text);
}
