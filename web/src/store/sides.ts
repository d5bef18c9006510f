// The people of a side who take turns: whose hand it is, and who speaks for the side.
import { t } from '../i18n';
import type { BySeat, Seat, TableSeat } from '../net/types';

// "Ann, Bo" as people write it.
export const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

export const memberName = (side: TableSeat, n: number): string =>
  side.members?.[n]?.name || t('table.member', { n: n + 1 });

// Who plays for a side now: one of its people, else the side.
export const handName = (side: TableSeat | undefined, called: string): string =>
  side?.members ? memberName(side, side.hand ?? 0) : called;

// A side's people from the one whose hand it is, in the order in which they come.
export const row = (side: TableSeat): number[] => {
  const count = side.members?.length ?? 0;
  return Array.from({ length: count }, (_, i) => ((side.hand ?? 0) + i) % count);
};

// Those whose token this browser has may act: the one whose hand it is, or anybody while that one is away.
export const mayAct = (side: TableSeat, own: number[] = []): boolean =>
  !side.members || own.includes(side.hand ?? 0) || !side.members[side.hand ?? 0]?.present;

// Of several browsers of a side one takes part in the dice: that of the hand, or while that is away of the first there.
export const speaks = (side: TableSeat, own: number[] = []): boolean => {
  if (!side.members) return true;
  const there = row(side).find((n) => side.members![n]!.present);
  return there !== undefined && own.includes(there);
};

// The hands are shown as the board is: those of a turn that is still to be shown wait.
export const withHands = (seats: BySeat<TableSeat>, shown: BySeat<TableSeat>): BySeat<TableSeat> => {
  const kept = (seat: Seat) =>
    seats[seat].members && shown[seat].hand !== undefined ? { ...seats[seat], hand: shown[seat].hand } : seats[seat];
  return { home: kept('home'), away: kept('away') };
};
