// What somebody changes of a box at the workbench: figures of its sheet by path, and options. Written as the command
// line does (PATH=VALUE), always against the sheet that is printed in the box, so that a link carries all of it.
import type { Json, OptionInfo } from '../net/types';
import { diceOf, type SheetDie } from '../tables/components';
import type { Sheet } from './sheets.svelte';

export interface Changes {
  figures: Record<string, string>;
  options: Record<string, Json>;
}

export const NONE: Changes = { figures: {}, options: {} };
export const isNone = (changes: Changes) => count(changes) === 0;
export const count = (changes: Changes) => Object.keys(changes.figures).length + Object.keys(changes.options).length;
export const texts = (changes: Changes): string[] =>
  Object.entries(changes.figures).map(([path, value]) => `${path}=${value}`);

// The marks behind the address of the workbench, and back.
export function marksOf(changes: Changes): string {
  const marks = new URLSearchParams();
  for (const text of texts(changes)) marks.append('set', text);
  for (const [name, value] of Object.entries(changes.options))
    marks.append('option', `${name}=${JSON.stringify(value)}`);
  return marks.toString();
}

function parted(text: string): [string, string] | null {
  const cut = text.indexOf('=');
  return cut > 0 ? [text.slice(0, cut), text.slice(cut + 1)] : null;
}

// What cannot be read is left out; what can be read but not done, the server refuses with a sentence.
export function readMarks(marks: string): Changes {
  const given = new URLSearchParams(marks);
  const changes: Changes = { figures: {}, options: {} };
  for (const text of given.getAll('set')) {
    const pair = parted(text);
    if (pair) changes.figures[pair[0]] = pair[1];
  }
  for (const text of given.getAll('option')) {
    const pair = parted(text);
    try {
      if (pair) changes.options[pair[0]] = JSON.parse(pair[1]);
    } catch {
      // Not as marksOf writes it.
    }
  }
  return changes;
}

// A change back to what is printed is none.
function put<T>(all: Record<string, T>, key: string, value: T, printed: T): Record<string, T> {
  const { [key]: _, ...others } = all;
  return JSON.stringify(value) === JSON.stringify(printed) ? others : { ...others, [key]: value };
}

export const withOption = (changes: Changes, option: OptionInfo, value: Json): Changes => ({
  ...changes,
  options: put(changes.options, option.name, value, option.default),
});

export const withFigure = (changes: Changes, path: string, value: string, printed: string): Changes => ({
  ...changes,
  figures: put(changes.figures, path, value, printed),
});

const times = (faces: string[], face: string) => faces.filter((one) => one === face).length;
const dieNamed = (sheet: Sheet, name: string): SheetDie | undefined => diceOf(sheet).find((die) => die.name === name);

// Another symbol on one face of a die. A die that is a list of words is written anew; of one whose faces have values of
// their own the faces are counted, so that a face takes its values with it.
export function withFace(
  changes: Changes,
  printed: Sheet,
  mine: Sheet,
  name: string,
  at: number,
  face: string,
): Changes {
  const box = dieNamed(printed, name)?.faces.map((one) => one.face) ?? [];
  const faces = dieNamed(mine, name)?.faces.map((one, i) => (i === at ? face : one.face)) ?? [];
  if (!Array.isArray(printed.dice[name]))
    return withFigure(changes, `dice.${name}.faces`, faces.join(','), box.join(','));
  let next = changes;
  for (const one of new Set(box))
    next = withFigure(next, `dice.${name}.${one}.count`, String(times(faces, one)), String(times(box, one)));
  return next;
}

// The symbols that a face of this die may have: those that are printed on it.
export const symbolsOf = (printed: Sheet, name: string): string[] => [
  ...new Set(dieNamed(printed, name)?.faces.map((one) => one.face) ?? []),
];

// A number or a yes or no that stands in a sheet, apart from the faces of dice.
export interface Leaf {
  path: string; // as a change writes it
  listed: string; // as the list of paths writes it
  row: string; // the entry of a list that it belongs to
  key: string;
  value: number | boolean;
}
export interface Group {
  key: string;
  leaves: Leaf[];
}

const NO_FIGURES = ['game', 'version', 'source', 'dice', 'allowed'];
const nameOf = (entry: any, i: number): string =>
  [entry.roll, entry.name ?? entry.id ?? entry.face ?? entry.route].filter((one) => one !== undefined).join(' · ') ||
  String(i + 1);

function walk(value: any, path: string, row: string, key: string, leaves: Leaf[]) {
  if (typeof value === 'number' || typeof value === 'boolean') leaves.push({ path, listed: path, row, key, value });
  else if (Array.isArray(value)) {
    value.forEach((entry, i) => {
      if (typeof entry === 'object' && entry)
        for (const [inner, own] of Object.entries(entry))
          if (inner !== 'roll' && inner !== 'source')
            walk(own, `${path}[${i + 1}].${inner}`, [row, nameOf(entry, i)].filter(Boolean).join(' · '), inner, leaves);
    });
  } else if (typeof value === 'object' && value)
    for (const [inner, own] of Object.entries(value))
      if (inner !== 'source') walk(own, `${path}.${inner}`, row, key && row ? `${key} ${inner}` : inner, leaves);
}

export function groupsOf(sheet: Sheet): Group[] {
  return Object.entries(sheet)
    .filter(([key]) => !NO_FIGURES.includes(key))
    .map(([key, value]) => {
      const leaves: Leaf[] = [];
      walk(value, key, '', key, leaves);
      return { key, leaves };
    })
    .filter((group) => group.leaves.length > 0);
}

// The numbers of a die itself (how many there are), and of one of its faces.
export function dieLeaves(sheet: Sheet, name: string): Leaf[] {
  const die = sheet.dice?.[name];
  if (!die || Array.isArray(die)) return [];
  return Object.entries(die)
    .filter(([, value]) => typeof value === 'number')
    .map(([key, value]) => ({
      path: `dice.${name}.${key}`,
      listed: `dice.${name}.${key}`,
      row: '',
      key,
      value: value as number,
    }));
}
export function faceLeaves(sheet: Sheet, name: string, at: number): Leaf[] {
  const die = sheet.dice?.[name];
  const face = Array.isArray(die) ? die[at] : null;
  if (!face) return [];
  return Object.entries(face)
    .filter(([, value]) => typeof value === 'number')
    .map(([key, value]) => ({
      path: `dice.${name}.${face.face}.${key}`,
      listed: `dice.${name}[${at + 1}].${key}`,
      row: face.face,
      key,
      value: value as number,
    }));
}
