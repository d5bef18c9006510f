// The component sheets, each asked for once: the one in a game's box, or the one that a table is played with.
import * as api from '../net/api';

export type Sheet = Record<string, any>;
export type Whose = { game: string } | { table: string };

const loaded = $state<Record<string, api.SheetAnswer>>({});
const asked = new Set<string>();
const AGAIN_MS = 3000;

const keyOf = (whose: Whose) => ('table' in whose ? `t/${whose.table}` : `g/${whose.game}`);

// The sheet with its game and hash; null until it is there.
export function answerOf(whose: Whose): api.SheetAnswer | null {
  const key = keyOf(whose);
  if (!asked.has(key)) {
    asked.add(key);
    ('table' in whose ? api.tableSheet(whose.table) : api.sheet(whose.game)).then(
      (answer) => void (loaded[key] = answer),
      () => setTimeout(() => (asked.delete(key), answerOf(whose)), AGAIN_MS),
    );
  }
  return loaded[key] ?? null;
}

// The sheet itself. Boards and trays are drawn from it, so they wait until it is there.
export const sheetOf = (whose: Whose): Sheet | null => answerOf(whose)?.sheet ?? null;
