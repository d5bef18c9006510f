// The line of a rugby attack: it stands deep, and whoever is passed to takes the ball further back than it was thrown from.
export interface Man {
  x: number;
  y: number;
}

const LEAST = 12;
const DEEPEST = 26;

// Where everybody stands after these passes: the players of the chain in order, the first of them the one who serves.
// `x` grows towards the goal line that is attacked.
export function standing(men: Record<string, Man>, chain: string[]): Record<string, Man> {
  const stand: Record<string, Man> = Object.fromEntries(Object.entries(men).map(([name, man]) => [name, { ...man }]));
  let ball = men[chain[0] ?? '']?.x ?? 0;
  for (const name of chain.slice(1)) {
    const man = stand[name];
    if (!man) continue;
    const behind = ball - Math.max(LEAST, (ball - DEEPEST) * 0.22);
    man.x = Math.max(Math.min(DEEPEST, ball - 1), Math.min(man.x, behind));
    ball = man.x;
  }
  return stand;
}
