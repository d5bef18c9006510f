// The play cards of a sheet as people read them: what a cell says, and which cards are good or bad against which.
import type { Sheet } from '../store/sheets.svelte';

export interface Card {
  id: string;
  side: 'offense' | 'defense';
  pass: boolean;
  yards: number | null;
}

export interface Modifier {
  // The rolls that bring it, as printed: "1", "2-3".
  rolls: string;
  from: number;
  to: number;
  letter: string;
  yards: number | null;
}

export interface Cell {
  id: string;
  base: number;
  modifiers: Modifier[];
}

// "1=#(-10),2-3=I"
export function modifiersOf(text: string | undefined): Modifier[] {
  return (text ?? '')
    .split(',')
    .map((part) => /^(\d)(?:-(\d))?=([A-Z#])(?:\((-?\d+)\))?$/.exec(part.trim()))
    .filter((found) => found !== null)
    .map(([, from, to, letter, yards]) => ({
      rolls: to ? `${from}-${to}` : from!,
      from: Number(from),
      to: Number(to ?? from),
      letter: letter!,
      yards: yards === undefined ? null : Number(yards),
    }));
}

const all = (sheet: Sheet, side: Card['side']): any[] => sheet.cards?.[side] ?? [];
const find = (sheet: Sheet, side: Card['side'], id: string) => all(sheet, side).find((card) => card.id === id);

function cell(sheet: Sheet, offense: string, defense: string): { base: number; modifiers: Modifier[] } {
  const printed = find(sheet, 'defense', defense)?.[offense] ?? {};
  return { base: Number(printed.base ?? 0), modifiers: modifiersOf(printed.mod) };
}

// How good a cell looks for the offence, to set cards in order: yards, with a ball lost or a man gone free weighed in.
const LOST = -40;
const FREE = 35;
function outlook(sheet: Sheet, offense: string, defense: string): number {
  const { base, modifiers } = cell(sheet, offense, defense);
  const yards = Number(find(sheet, 'offense', offense)?.yards ?? 0) + base;
  let sum = 0;
  for (let roll = 1; roll <= 6; roll++) {
    const hit = modifiers.find((each) => roll >= each.from && roll <= each.to);
    sum += !hit ? yards : hit.letter === 'T' ? LOST : hit.letter === 'B' ? yards + FREE : (hit.yards ?? 0);
  }
  return sum / 6;
}

// The cards of the other side that this one is best and worst against. A defence is measured by what it takes from a play
// beside the other defences.
export function matchups(sheet: Sheet, id: string): { strong: string; weak: string } | null {
  const offense = !!find(sheet, 'offense', id);
  const others = all(sheet, offense ? 'defense' : 'offense').map((card) => card.id as string);
  if (!others.length || (!offense && !find(sheet, 'defense', id))) return null;
  const usual = (play: string) =>
    all(sheet, 'defense').reduce((sum, card) => sum + outlook(sheet, play, card.id), 0) / all(sheet, 'defense').length;
  const good = (other: string) => (offense ? outlook(sheet, id, other) : usual(other) - outlook(sheet, other, id));
  const sorted = [...others].sort((a, b) => good(b) - good(a));
  return { strong: sorted[0]!, weak: sorted.at(-1)! };
}

// A defence is one against runs or against passes, by what it is strong against.
export function cardOf(sheet: Sheet, id: string): Card | null {
  const offense = find(sheet, 'offense', id);
  if (offense) return { id, side: 'offense', pass: !!offense.pass, yards: Number(offense.yards) };
  if (!find(sheet, 'defense', id)) return null;
  const strong = matchups(sheet, id)?.strong ?? '';
  return { id, side: 'defense', pass: !!find(sheet, 'offense', strong)?.pass, yards: null };
}

// The whole table of a card: one line for each card that may lie against it.
export function tableOf(sheet: Sheet, id: string): Cell[] {
  const offense = !!find(sheet, 'offense', id);
  return all(sheet, offense ? 'defense' : 'offense').map((card) => ({
    id: card.id,
    ...(offense ? cell(sheet, id, card.id) : cell(sheet, card.id, id)),
  }));
}

export const cellOf = cell;
