// Opens a table and goes there; the token stays with this browser.
import * as api from '../net/api';
import type { Opening } from '../net/types';
import { prefs } from './prefs.svelte';
import { go } from './route.svelte';
import { hold } from './seats';

export type Kind = 'computer' | 'friend' | 'screen' | 'real';

export function seats(kind: Kind, bot: string, me: 'home' | 'away' = 'home'): Opening['seats'] {
  const mine = { who: 'me' as const, ...(prefs.name ? { name: prefs.name } : {}) };
  const other =
    kind === 'computer'
      ? { who: 'computer' as const, ...(bot ? { bot } : {}) }
      : kind === 'friend'
        ? { who: 'friend' as const }
        : { who: 'me' as const };
  return me === 'home' ? { home: mine, away: other } : { home: other, away: mine };
}

export async function openTable(opening: Opening): Promise<void> {
  const opened = await api.open(opening);
  hold(opened.table.id, { token: opened.token, seat: opened.seat, game: opened.table.game, invite: opened.invite });
  go(opened.path);
}
