// The five boxes by id.
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

export const opens = (game: string, event: string): boolean => BOXES[game]?.opens.includes(event) ?? true;
