// The table of each game, found by its id: a file of that name in this folder. A game without one has the plain table.
import type { State } from '../net/types';
import type { AnyBox, Moment } from './kinds';
import { plain } from './plain';

interface Found {
  box?: AnyBox<State>;
  moment?: Moment;
}

// A table's game comes with its name and its fields: that they belong together is taken from the server here, once.
const files = import.meta.glob<Found>(['./*.ts', '!./{index,kinds,plain,spots}.ts'], { eager: true });
const found = new Map(Object.entries(files).map(([path, file]) => [path.slice('./'.length, -'.ts'.length), file]));

export const GAMES: string[] = [...found.keys()];
export const boxOf = (game: string): AnyBox<State> => found.get(game)?.box ?? plain;
export const momentOf = (game: string): Moment | undefined => found.get(game)?.moment;

// How a board fits the screen: its shape, and the lines of text that lie below it.
export function fit(game: string, state: State): string {
  const teams = Object.values(state.teams ?? {}).some((team) => team && team !== 'none');
  const { shape, below } = boxOf(game);
  return `--shape: ${shape}; --below: ${below + (teams ? 7 : 0)}rem`;
}
