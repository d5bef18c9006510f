// Who sits at a table, as the page draws them: a person's badge, a computer's face, its strength in words.
import { maybe, t } from '../i18n';
import type { Bot } from '../net/api';
import { prefs } from './prefs.svelte';

// A badge is one of these and a colour, as "star-red". No rule of the server: it keeps any short word.
export const EMBLEM_NAMES = ['star', 'bolt', 'crown', 'moon', 'anchor', 'leaf', 'horse', 'ball'] as const;
export const COLOUR_NAMES = ['red', 'blue', 'green', 'gold', 'plum', 'slate'] as const;
export type Emblem = (typeof EMBLEM_NAMES)[number];
export type Colour = (typeof COLOUR_NAMES)[number];
export const EMBLEMS: Record<Emblem, string> = {
  star: 'M32 14l5.300 11.400 12.500 1.600-9.200 8.600 2.400 12.300L32 41.800l-11 6.100 2.400-12.300-9.200-8.600 12.500-1.600z',
  bolt: 'M36 12 19 35h11l-3 17 18-24H33z',
  crown: 'M15 44V23l9 8 8-14 8 14 9-8v21z',
  moon: 'M39 15a18 18 0 1 0 9 27 15 15 0 0 1-9-27z',
  anchor:
    'M29 28h-7v-5h7v-1.500a6 6 0 1 1 6 0V23h7v5h-7v17c4-1 7-4 7.500-8l-3.500 1 6-9 5 9-3.500-.500C44 45 39 50 32 50s-12-5-13-12.500l-3.500.500 5-9 6 9-3.500-1c.500 4 3.500 7 7.500 8z',
  leaf: 'M32 50V38c-9 1-15-4-15-12 6-1 11 1 13 5 0-7 1-12 2-16 1 4 2 9 2 16 2-4 7-6 13-5 0 8-6 13-15 12z',
  horse: 'M22 50c0-8 4-10 4-14-4 2-8 2-10-1l11-13 3-9 5 6c8 3 12 11 12 20v11z',
  ball: 'M14 32c6-14 30-14 36 0-6 14-30 14-36 0zM25 30.500v3h14v-3z',
};
export const COLOURS: Record<Colour, string> = {
  red: '#b4342b',
  blue: '#24508f',
  green: '#3f6b45',
  gold: '#9a6a08',
  plum: '#6d3a6b',
  slate: '#4a515a',
};

// The two halves of a badge; null where this page does not know how to draw it.
export function badgeParts(badge: string | null | undefined): { emblem: Emblem; colour: Colour } | null {
  const [emblem = '', colour = ''] = (badge ?? '').split('-');
  return Object.hasOwn(EMBLEMS, emblem) && Object.hasOwn(COLOURS, colour)
    ? { emblem: emblem as Emblem, colour: colour as Colour }
    : null;
}

// The opponents to choose from, weakest first: those whose strength is known and who have a name.
export const rivals = (bots: Bot[]): Bot[] =>
  bots.filter((one) => one.loss !== null && one.loss !== undefined && maybe(`bot.${one.id}.help`));

// Who was played last, or somebody for the first game.
export const usualRival = (bots: Bot[]): string =>
  [prefs.bot, 'rookie'].find((id) => rivals(bots).some((one) => one.id === id)) ?? bots[0]?.id ?? '';

// "gives away 3 points in a hundred at each decision"
export function strength(loss: number): string {
  if (loss === 0) return t('rival.nothing');
  const points = Number((loss * 100).toPrecision(2));
  const n = String(points).replace('.', t('number.decimal'));
  return t(new Intl.PluralRules(prefs.lang).select(points) === 'one' ? 'rival.gives-one' : 'rival.gives', { n });
}

// What two people can say to each other, and its picture.
export const EMOTES = {
  luck: 'M12 11c-2-5-8-5-8-1 0 3 4 3 8 1zm0 0c5-2 5-8 1-8-3 0-3 4-1 8zm0 0c2 5 8 5 8 1 0-3-4-3-8-1zm0 0c-5 2-5 8-1 8 3 0 3-4 1-8zM13 14l4 8',
  bravo: 'M12 2l2.800 6.400 7 .700-5.300 4.600 1.600 6.900L12 17l-6.100 3.600 1.600-6.900L2.200 9.100l7-.700z',
  wow: 'M12 3v12M12 19.500v.500',
  ouch: 'M4 4l16 16M20 4 4 20',
  laugh: 'M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0zM8 9.500h.1M16 9.500h.1M7 13c1 5 9 5 10 0z',
  thanks: 'M12 20C2 13 3 4 8 4c2.500 0 4 2.500 4 4 0-1.500 1.500-4 4-4 5 0 6 9-4 16z',
} as const;
export type EmoteName = keyof typeof EMOTES;
