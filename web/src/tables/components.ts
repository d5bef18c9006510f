// The dice of a component sheet, die by die and face by face, as they are drawn outside a game.
import type { Sheet } from '../store/sheets.svelte';

export interface SheetFace {
  face: string;
  value?: number;
  marks?: string[];
  source?: string;
  // What the other lists of a die with several layers say of this face, by their names.
  layers: [string, string][];
}

export interface SheetDie {
  name: string;
  count: number;
  faces: SheetFace[];
}

const COLORS: Record<string, string> = {
  qb: 'red',
  wr: 'brown',
  te: 'brown',
  rb: 'brown',
  defense: 'white',
  penalty: 'yellow',
  endzone: 'black',
  'scrum-half': 'red',
  forward: 'green',
  centre: 'green',
  wing: 'green',
  back: 'green',
  brown: 'brown',
  black: 'black',
  white: 'white',
  purple: 'purple',
  offense: 'home',
  glory: 'cream',
};
export const colorOf = (die: string): string => COLORS[die] ?? 'white';

// A die is a list of faces, or lists side by side: one column, one face.
function facesOf(die: any): SheetFace[] {
  if (Array.isArray(die)) return die.map((face) => ({ ...face, layers: [] }));
  const lists = Object.entries(die).filter(([key, value]) => key !== 'faces' && Array.isArray(value)) as [
    string,
    unknown[],
  ][];
  return (die.faces ?? []).map((face: string, i: number) => ({
    face,
    source: die.source,
    layers: lists.map(([key, list]) => [key, String(list[i])]),
  }));
}

export const diceOf = (sheet: Sheet): SheetDie[] =>
  Object.entries<any>(sheet.dice ?? {}).map(([name, die]) => ({
    name,
    faces: facesOf(die),
    count: Array.isArray(die) ? 1 : (die.count ?? 1),
  }));

// How a face is printed: its word and figure, or its drawing.
export const printed = (die: string, face: SheetFace) => ({
  color: colorOf(die),
  text: face.value === undefined ? face.face : face.face.replace(/ \d+$/, ''),
  symbol: face.value === undefined ? face.face : '',
  sub: face.value !== undefined && String(face.value) !== face.face ? String(face.value) : (face.marks ?? []).join(' '),
});

// The die that has this face, and the face.
export function findFace(sheet: Sheet, token: string): { die: string; face: SheetFace } | null {
  for (const die of diceOf(sheet))
    for (const face of die.faces) if (face.face === token) return { die: die.name, face };
  return null;
}
