// What may be tapped beside a real table: the dice of a throw, gathered by whose they are and in the order in which they
// are thrown, each face drawn as it lies on the table.
import type { Seat, State, Turn } from '../net/types';
import type { Sheet } from '../store/sheets.svelte';
import { repeat, type AnyBox, type Piece } from './kinds';

type Chance = Extract<Turn, { kind: 'chance' }>;

export interface TapFace {
  token: string;
  // Null where the game draws nothing for it: then its name has to do.
  piece: Piece | null;
}

// So many like dice of one side; the first of them is the die `from` of the throw.
export interface TapGroup {
  label: string;
  seat: Seat;
  from: number;
  count: number;
  faces: TapFace[];
}

export interface Tap {
  group: number;
  token: string;
}

export function tapGroups(box: AnyBox<State>, turn: Chance, state: State, sheet: Sheet): TapGroup[] {
  const slots = (turn.faces ?? []).flatMap((dice) => repeat(dice.count, dice.tokens));
  const first = slots.map((tokens) => tokens[0] ?? '');
  const draw = box.tapped ?? box.lay;
  const lay = (tokens: string[]) =>
    draw({ key: 0, event: turn.event, tokens, moving: true, seat: turn.seat, before: state }, state, sheet);
  const piles = lay(first);
  const laid = piles.flatMap((pile) => pile.pieces).length === slots.length ? piles : [];
  const owner = laid.flatMap((pile, i) => repeat(pile.pieces.length, i));
  const groups: TapGroup[] = [];
  slots.forEach((tokens, die) => {
    const before = groups.at(-1);
    const pile = laid[owner[die] ?? -1];
    if (before && owner[die] === owner[die - 1] && tokens.join('\n') === slots[die - 1]!.join('\n')) {
      before.count++;
      return;
    }
    const faces = tokens.map((token): TapFace => {
      const pieces = laid.length ? lay(first.with(die, token)).flatMap((each) => each.pieces) : [];
      const piece = pieces[die]?.token === token ? pieces[die] : pieces.find((each) => each.token === token);
      return { token, piece: piece ? { ...piece, lifted: false, dim: false } : null };
    });
    groups.push({ label: pile?.label ?? '', seat: pile?.seat ?? turn.seat, from: die, count: 1, faces });
  });
  return groups;
}

export const counted = (taps: Tap[], group: number, token: string): number =>
  taps.filter((tap) => tap.group === group && tap.token === token).length;
export const left = (groups: TapGroup[], taps: Tap[], group: number): number =>
  (groups[group]?.count ?? 0) - taps.filter((tap) => tap.group === group).length;

// The tokens in the order of the throw; those of one group are alike, so their order among themselves is free.
export const inOrder = (groups: TapGroup[], taps: Tap[]): string[] =>
  groups.flatMap((_, g) => taps.filter((tap) => tap.group === g).map((tap) => tap.token));

// What was understood, group by group: like faces counted.
export const told = (groups: TapGroup[], taps: Tap[], name: (token: string) => string): string =>
  groups
    .map(({ faces }, g) =>
      faces
        .map(({ token }) => ({ token, n: counted(taps, g, token) }))
        .filter(({ n }) => n > 0)
        .map(({ token, n }) => (n > 1 ? `${n} × ${name(token)}` : name(token)))
        .join(', '),
    )
    .filter(Boolean)
    .join(' · ');
