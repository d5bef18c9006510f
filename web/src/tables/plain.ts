// The table of a game that has no picture of its own: its fields in words, its dice by their faces.
import Board from './Plain.svelte';
import { coin, type Box } from './kinds';

export const plain: Box = {
  board: Board,
  shape: 2.4,
  below: 8,
  verb: (event) => (event === 'toss' ? 'do.toss' : 'do.roll'),
  lay: (thrown) =>
    thrown.event === 'toss'
      ? coin(thrown)
      : [{ pieces: thrown.tokens.map((token) => ({ kind: 'die', token, text: token, color: 'cream' })) }],
  facts: () => [],
};
