// Opens a table and goes there; the token stays with this browser.
import * as api from '../net/api';
import { other, type BySeat, type Opening, type OpeningSeat, type Seat } from '../net/types';
import { prefs } from './prefs.svelte';
import { go } from './route.svelte';
import { hold } from './seats';

export type Kind = 'computer' | 'friend' | 'screen' | 'alone' | 'real';

// `people`: the names of each side in a row; nobody where it is left out.
export function seats(
  kind: Kind,
  bot: string,
  me: Seat = 'home',
  people: BySeat<string[]> = { home: [], away: [] },
): Opening['seats'] {
  // Who plays both sides needs no name: the sides are told apart by theirs.
  if (kind === 'alone') return { home: { who: 'me' }, away: { who: 'me' } };
  const side = (who: OpeningSeat['who'], beside: 'me' | 'friend', names: string[]): OpeningSeat => {
    const [first, ...others] = names;
    return {
      who,
      ...(first ? { name: first } : {}),
      ...(others.length ? { with: others.map((name) => ({ who: beside, name })) } : {}),
    };
  };
  const beside = kind === 'friend' ? 'friend' : 'me';
  const own = people[me].length ? people[me] : [prefs.name].filter(Boolean);
  const mine = side('me', beside, own);
  const there =
    kind === 'computer'
      ? { who: 'computer' as const, ...(bot ? { bot } : {}) }
      : side(beside, beside, people[other(me)]);
  return me === 'home' ? { home: mine, away: there } : { home: there, away: mine };
}

export async function openTable(opening: Opening): Promise<void> {
  const opened = await api.open(opening);
  const { token, seat, invite, invites, table } = opened;
  hold(table.id, { token, seat, game: table.game, invite, ...(invites ? { invites } : {}) });
  go(opened.path);
}
