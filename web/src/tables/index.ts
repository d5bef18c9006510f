// The table of each game, found by its id: a file of that name in this folder. A game without one has the plain table.
import type { State } from '../net/types';
import type { AnyBox, Moment } from './kinds';
import { plain } from './plain';

interface Found {
  box?: AnyBox<State>;
  moment?: Moment;
}

// A table's game comes with its name and its fields: that they belong together is taken from the server here, once.
const files = import.meta.glob<Found>(['./*.ts', '!./{index,kinds,plain,spots,taps,components}.ts'], { eager: true });
const found = new Map(Object.entries(files).map(([path, file]) => [path.slice('./'.length, -'.ts'.length), file]));

export const GAMES: string[] = [...found.keys()];
export const boxOf = (game: string): AnyBox<State> => found.get(game)?.box ?? plain;
export const momentOf = (game: string): Moment | undefined => found.get(game)?.moment;
