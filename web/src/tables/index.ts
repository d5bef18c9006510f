// The five boxes by id.
import type { State } from '../net/types';
import type { Box } from './kinds';
import { gridironGlory } from './gridiron-glory';
import { pocketGridiron } from './pocket-gridiron';
import { pocketRugby } from './pocket-rugby';
import { redBoarGridiron } from './red-boar-gridiron';
import { sportsDiceFootball } from './sports-dice-football';

export const BOXES: Record<string, Box> = {
  'sports-dice-football': sportsDiceFootball,
  'pocket-gridiron': pocketGridiron,
  'pocket-rugby': pocketRugby,
  'red-boar-gridiron': redBoarGridiron,
  'gridiron-glory': gridironGlory,
};

// How a board fits the screen: its shape, and the lines of text that lie below it.
export function fit(game: string, state: State): string {
  const teams = Object.values(state.teams ?? {}).some((team) => team && team !== 'none');
  const { shape = 2.4, below = 0 } = BOXES[game] ?? {};
  return `--shape: ${shape}; --below: ${below + (teams ? 7 : 0)}rem`;
}
