// The figures of a game as rows to be compared: the box against somebody's own sheet.
import type { GameFigures, Spread } from '../net/types';

export type Unit = 'chance' | 'number' | 'swing';
export interface Row {
  // A key of the catalogue, or a word of the game.
  name: { lab: string } | { drive: string } | { bot: string } | { event: string };
  unit: Unit;
  box: number | null;
  mine: number | null;
  deviation?: number | null;
}
export interface RowSection {
  key: 'wins' | 'scores' | 'length' | 'drives' | 'decisions' | 'skill' | 'luck';
  rows: Row[];
}

const mean = (spread: Spread | undefined) => spread?.mean ?? null;
const half = (figures: GameFigures | null) =>
  figures ? (figures.points.home.mean + figures.points.away.mean) / 2 : null;

function both(box: GameFigures | null, mine: GameFigures | null) {
  return (of: (figures: GameFigures) => number | null | undefined) => ({
    box: box ? (of(box) ?? null) : null,
    mine: mine ? (of(mine) ?? null) : null,
  });
}

// Every name that one of the two has, the box's order first.
const names = (box: Record<string, number> | undefined, mine: Record<string, number> | undefined) => [
  ...new Set([...Object.keys(box ?? {}), ...Object.keys(mine ?? {})]),
];

export function sectionsOf(box: GameFigures | null, mine: GameFigures | null): RowSection[] {
  const of = both(box, mine);
  const lengths = (['rolls', 'plays', 'drives', 'decisions'] as const).filter(
    (key) => box?.length[key] ?? mine?.length[key],
  );
  const sections: RowSection[] = [
    {
      key: 'wins',
      rows: [
        { name: { lab: 'lab.first-wins' }, unit: 'chance', ...of((one) => 0.5 + one.first_edge) },
        { name: { lab: 'lab.figure.draw' }, unit: 'chance', ...of((one) => one.draw) },
      ],
    },
    {
      key: 'scores',
      rows: [
        {
          name: { lab: 'lab.figure.points' },
          unit: 'number',
          ...of(half),
          deviation: mean((mine ?? box)?.points.home) === null ? null : (mine ?? box)!.points.home.deviation,
        },
        {
          name: { lab: 'lab.figure.margin' },
          unit: 'number',
          ...of((one) => one.margin.mean),
          deviation: (mine ?? box)?.margin.deviation,
        },
      ],
    },
    {
      key: 'length',
      rows: lengths.map((key) => ({
        name: { lab: `lab.figure.length.${key}` },
        unit: 'number',
        ...of((one) => mean(one.length[key])),
        deviation: (mine ?? box)?.length[key]?.deviation,
      })),
    },
    {
      key: 'drives',
      rows: names(box?.drives, mine?.drives).map((how) => ({
        name: { drive: how },
        unit: 'chance',
        ...of((one) => one.drives[how] ?? 0),
      })),
    },
    {
      key: 'decisions',
      rows: [
        { name: { lab: 'lab.figure.decisions.matter' }, unit: 'number', ...of((one) => one.decisions.matter) },
        { name: { lab: 'lab.figure.decisions.worth' }, unit: 'swing', ...of((one) => one.decisions.worth) },
      ],
    },
    {
      key: 'luck',
      rows: [
        { name: { lab: 'lab.figure.luck' }, unit: 'swing', ...of((one) => one.luck.deviation) },
        ...names(box?.luck.by_event, mine?.luck.by_event).map((event) => ({
          name: { event },
          unit: 'swing' as const,
          ...of((one) => one.luck.by_event[event] ?? 0),
        })),
      ],
    },
    {
      key: 'skill',
      rows: names(box?.skill, mine?.skill).map((bot) => ({
        name: { bot },
        unit: 'chance',
        ...of((one) => one.skill[bot] ?? null),
      })),
    },
  ];
  return sections.filter((section) => section.rows.length > 0);
}

// How far a row has moved, in the measure of its bar: percentage points of a chance, parts of a number.
export function moved(row: Row): number {
  if (row.box === null || row.mine === null) return 0;
  const change = row.mine - row.box;
  if (row.unit !== 'number') return change;
  return row.box === 0 ? Math.sign(change) : change / Math.abs(row.box);
}

// The bar that is full: the greatest move in view, but no less than this, so that a trifle looks like one.
const LEAST: Record<Unit, number> = { chance: 0.02, swing: 0.02, number: 0.1 };
export const fullBar = (rows: Row[], unit: Unit): number =>
  Math.max(LEAST[unit], ...rows.filter((row) => row.unit === unit).map((row) => Math.abs(moved(row))));
