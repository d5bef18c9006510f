// Which step of a game is a moment that gets a poster, read from what the rules say happened.
import type { PosterKind } from '../art/Poster.svelte';
import type { Happening, Seat } from '../net/types';

export interface Highlight {
  kind: PosterKind;
  // The word of the game for it, and whose it is.
  how: string;
  seat: Seat | null;
  points: number;
}

const SCORES: Record<string, PosterKind> = {
  touchdown: 'touchdown',
  try: 'try',
  'pick-six': 'pick-six',
  safety: 'safety',
};
const LOSSES: Record<string, PosterKind> = { fumble: 'fumble', interception: 'interception' };
// Yards or metres from which a good kick is one to remember.
const LONG_KICK = 40;

export function highlightOf(happened: Happening[] = []): Highlight | null {
  const find = (what: string, known: Record<string, PosterKind>) =>
    happened.find((one) => one.what === what && one.how !== undefined && one.how in known);
  const over = happened.find((one) => one.what === 'over');
  if (over) return { kind: 'final', how: 'final', seat: over.seat ?? null, points: 0 };
  const score = find('score', SCORES);
  if (score) return of(score, SCORES[score.how!]!);
  const good = happened.find((one) => one.what === 'score');
  const kick = happened.find((one) => one.what === 'kick');
  if (good && kick && kick.seat === good.seat && (kick.amount ?? 0) >= LONG_KICK) return of(good, 'kick');
  const loss = find('turnover', LOSSES);
  return loss ? of(loss, LOSSES[loss.how!]!) : null;
}

const of = ({ how = '', seat, what, amount }: Happening, kind: PosterKind): Highlight => ({
  kind,
  how,
  seat: seat ?? null,
  points: what === 'score' ? (amount ?? 0) : 0,
});
