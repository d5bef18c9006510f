// The table of a game that has no picture of its own: its fields in words, its dice by their faces.
import Board from './Plain.svelte';
import Sign from './PlainSign.svelte';
import type { State } from '../net/types';
import { coin, type AnyBox } from './kinds';

export const plain: AnyBox<State> = {
  board: Board,
  look: {
    sign: Sign,
    place: 'translate(294 184) scale(.9)',
    print: '',
    frame: 'M172 190a128 128 0 1 0 256 0a128 128 0 1 0-256 0Z',
  },
  verb: (event) => (event === 'toss' ? 'do.toss' : 'do.roll'),
  lay: (thrown) =>
    thrown.event === 'toss'
      ? coin(thrown)
      : [{ pieces: thrown.tokens.map((token) => ({ kind: 'die', token, text: token, color: 'cream' })) }],
  facts: () => [],
};
