// Opens a table and goes there; the token stays with this browser.
import * as api from '../net/api';
import { other, type BySeat, type Opening, type OpeningSeat, type Seat } from '../net/types';
import { prefs } from './prefs.svelte';
import { go } from './route.svelte';
import { hold } from './seats';

// The ways to play that need no other device.
export const HERE = ['computer', 'screen', 'alone'] as const;
export type Here = (typeof HERE)[number];
export type Kind = Here | 'friend';

// Who plays. `people`: the names of each side in a row; nobody where it is left out.
export function seating(
  kind: Kind,
  bot: string,
  me: Seat = 'home',
  people: BySeat<string[]> = { home: [], away: [] },
): Pick<Opening, 'seats' | 'alone'> {
  // Who plays both sides needs no name: the sides are told apart by theirs.
  if (kind === 'alone') return { seats: { home: { who: 'me' }, away: { who: 'me' } }, alone: true };
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
  return { seats: me === 'home' ? { home: mine, away: there } : { home: there, away: mine } };
}

export async function openTable(opening: Opening): Promise<void> {
  const opened = await api.open(opening);
  const { token, seat, invite, invites, table } = opened;
  hold(table.id, { token, seat, game: table.game, invite, ...(invites ? { invites } : {}) });
  go(opened.path);
}
