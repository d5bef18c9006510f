// Pocket Sports Rugby as a picture: five players in formation, one die after the other.
import type { State } from '../net/types';
import type { Throw } from '../store/table.svelte';
import type { Sheet } from '../store/sheets.svelte';
import { t } from '../i18n';
import Board from './PocketRugby.svelte';
import { coin, distinct, repeat, type Box, type Piece, type Pile } from './kinds';
import { faceOf } from './pocket-gridiron';

export const PLAYERS = ['forward', 'centre', 'wing', 'back'];

// Which layer of which die an event shows.
const LAYERS: Record<string, { die: string; layer: string; color: string }> = {
  weather: { die: 'purple', layer: 'faces', color: 'purple' },
  skill: { die: 'purple', layer: 'faces', color: 'purple' },
  tackle: { die: 'brown', layer: 'faces', color: 'brown' },
  range: { die: 'brown', layer: 'ranges', color: 'brown' },
  try: { die: 'black', layer: 'faces', color: 'black' },
  kick: { die: 'black', layer: 'kicks', color: 'black' },
  scrum: { die: 'white', layer: 'faces', color: 'white' },
  lineout: { die: 'white', layer: 'faces', color: 'white' },
};

function piece(event: string, token: string, sheet: Sheet): Piece {
  const die: Piece = { kind: 'die', token, text: token, symbol: token };
  if (event === 'scrum-half') return { ...die, color: 'red', symbol: token.length > 1 ? token : '' };
  if (PLAYERS.includes(event)) {
    const value = faceOf(sheet, event, token)?.value;
    return value === undefined
      ? { ...die, color: 'green' }
      : { ...die, color: 'green', symbol: '', text: token.replace(/ \d+$/, ''), sub: String(value) };
  }
  if (event === 'range' || event === 'kick') return { ...die, color: LAYERS[event]!.color, symbol: '', sub: 'm' };
  if (event === 'ruck' || event === 'card') return { ...die, color: 'black', text: '' };
  if (event === 'weather')
    return { ...die, color: 'purple', symbol: '', sub: sheet.dice?.purple?.weather?.[Number(token) - 1] ?? '' };
  return { ...die, color: LAYERS[event]?.color ?? 'white' };
}

function lay(thrown: Throw, _state: State, sheet: Sheet): Pile[] {
  if (thrown.event === 'toss') return coin(thrown);
  return [{ pieces: thrown.tokens.map((token) => piece(thrown.event, token, sheet)) }];
}

function faces(event: string, sheet: Sheet): string[] {
  const dice = sheet.dice ?? {};
  if (event === 'toss') return ['home', 'away'];
  if (event === 'ruck') return ['RUCK WIN', 'NO RUCK WIN'];
  if (event === 'card') return ['YELLOW', 'NO CARD'];
  if (PLAYERS.includes(event)) return distinct((dice[event] ?? []).map((face: any) => face.face));
  const layer = LAYERS[event];
  return distinct(layer ? (dice[layer.die]?.[layer.layer] ?? []) : (dice[event]?.faces ?? []));
}

export const pocketRugby: Box = {
  board: Board,
  shape: 2.14,
  below: 8.5,
  opens: ['weather', 'toss', 'scrum-half', 'card'],
  verb: (event) => (event === 'toss' ? 'do.toss' : event === 'kick' ? 'do.kick' : 'do.roll'),
  lay,
  facts: (state) => [
    { name: t('half', { n: '' }), text: t('half', { n: state.half ?? 1 }), field: 'half' },
    ...(state.quick_tap
      ? [{ name: t('quickTap'), text: `${t('quickTap')} +1 · ${state.quick_tap}`, field: 'quick_tap', strong: true }]
      : []),
    ...(['off', 'roll'].includes(state.weather) || !state.weather
      ? []
      : [{ name: t('weather'), text: t(`weather.${state.weather as 'fine'}`), field: 'weather' }]),
  ],
  faces: (turn, _state, sheet) => repeat(turn.count, faces(turn.event, sheet)),
};
