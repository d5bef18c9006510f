// The component sheets, asked for once a game: faces of dice, cards, tables.
import * as api from '../net/api';

export type Sheet = Record<string, any>;

const loaded = $state<Record<string, { sheet: Sheet; hash: string }>>({});
const asked = new Set<string>();

export function sheetOf(game: string): Sheet {
  if (!asked.has(game)) {
    asked.add(game);
    api.sheet(game).then(
      (answer) => void (loaded[game] = answer),
      () => void asked.delete(game),
    );
  }
  return loaded[game]?.sheet ?? {};
}

export const hashOf = (game: string): string => loaded[game]?.hash ?? '';

export function giveSheet(game: string, sheet: Sheet) {
  asked.add(game);
  loaded[game] = { sheet, hash: '' };
}
