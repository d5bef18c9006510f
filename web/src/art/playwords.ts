// Cells of play cards in words: figures with their sign, letters spelt out.
import { fact, t } from '../i18n';
import type { Words } from '../i18n/words.svelte';
import type { Modifier } from './playcards';

export const signed = (yards: number): string => (yards > 0 ? `+${yards}` : String(yards).replace('-', '−'));

export const modifierText = (each: Modifier, words: Words): string =>
  fact(
    each.rolls.replace('-', '–'),
    each.letter === '#' && each.yards !== null
      ? t('cards.yards', { n: signed(each.yards) })
      : words.word('modifier', each.letter).name,
  );
