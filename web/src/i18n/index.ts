// t() for the page's own words; follows the language that the person chose.
import type { Seat } from '../net/types';
import { prefs } from '../store/prefs.svelte';
import words, { type Key } from 'virtual:words';

export type { Key };
type Params = Record<string, string | number>;

export function fill(text: string, params: Params = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole));
}

export function t(key: Key, params?: Params): string {
  return fill(words[prefs.lang][key], params);
}

// For keys put together at run time; says nothing where there is no such word.
export function maybe(key: string): string {
  const all: Record<string, string> = words[prefs.lang];
  return all[key] ?? '';
}

export const seatName = (seat: Seat): string => t(`side.${seat}`);
export const botName = (id: string): string => maybe(`bot.${id}.name`) || id;
// A name and its value, with the colon as the language sets it.
export const fact = (name: string, value: string | number): string => t('board.fact', { name, value });

// The keys of the component sheets in words. What a game also tells of has its word there; the rest is shown as written.
export const dieName = (key: string): string => maybe(`die.${key}`) || key;
export const figureName = (key: string): string =>
  maybe(`figure.${key}`) || maybe(`how.${key.replace(/_/g, '-')}`) || key.replace(/_/g, ' ');

const decimal = (text: string): string => text.replace('.', t('number.decimal'));

// Whole percents, one decimal only where it matters (below 1 and above 99).
export function percent(part: number): string {
  const value = Math.min(1, Math.max(0, part)) * 100;
  const edge = value > 0 && value < 100 && (value < 0.95 || value >= 99.05);
  const text = edge ? Math.min(99.9, Math.max(0.1, value)).toFixed(1) : value.toFixed(0);
  return t('number.percent', { value: decimal(text) });
}

// What the odds are worth: exact, an estimate, or those of an earlier position than the one shown.
export function howKnown(odds: { method: 'exact' | 'estimate'; error: number }, earlier = false): string {
  if (earlier) return t('table.odds-earlier');
  if (odds.method === 'exact') return t('odds.exact');
  return `${t('odds.estimate')}, ${t('odds.error', { value: percent(odds.error) })}`;
}

// Percentage points with a sign, for luck and mistakes.
export function points(part: number): string {
  const value = part * 100;
  const digits = Math.abs(value) < 10 ? 1 : 0;
  const text = Math.abs(value).toFixed(digits);
  const sign = Number(text) === 0 ? '' : value < 0 ? '−' : '+';
  return sign + decimal(text);
}
