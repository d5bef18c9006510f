// The dice in words: who had a hand in a roll, what holds and what does not.
import type { Fault, RollSeal } from '../fair/kept';
import type { Party, RecordFault } from '../fair/record';
import type { BySeat, Seat } from '../net/types';
import { t } from './index';

export type Names = BySeat<string>;

export const partyName = (party: Party | null, names: Names): string =>
  party === 'home' || party === 'away' ? names[party] : t('seal.server');

// "the server, Ann and Ben".
function listed(all: string[]): string {
  const [first = '', second, third] = all;
  if (third) return t('seal.three', { a: first, b: second!, c: third });
  return second ? t('seal.two', { a: first, b: second }) : first;
}

// Three sentences: who had a hand in it, whether it was checked, and how to check.
export function sealText({ n, hands, out, checked }: RollSeal, names: Names): string[] {
  const parties = listed(hands.map((hand) => partyName(hand, names)));
  const who = hands.length > 1 ? t('seal.who', { n, parties }) : t('seal.alone', { n });
  const left = out.map(({ seat, why }) => t(`seal.out.${why}`, { seat: names[seat] }));
  const whole = left.reduce((said, one) => t('seal.but', { who: said, out: one }), who);
  const alone = checked === 'yes' && hands.length === 1;
  return [`${whole}.`, t(alone ? 'seal.checked.alone' : `seal.checked.${checked}`), t('seal.how')];
}

export const sealState = ({ n, checked }: RollSeal): string =>
  t('seal.label', { n, state: t(`seal.state.${checked}`) });

export const faultText = ({ kind, n, party }: Fault, names: Names): string =>
  kind === 'record' && n === null
    ? t('seal.other-record')
    : t(`seal.fault.${kind}`, { n: n ?? 0, party: partyName(party, names) });

export function brokenText({ why, line, roll, party }: RecordFault, names: Names): string {
  const what = t(`seal.broken.${why}`, { n: roll ?? 0, party: partyName(party, names) });
  return t(line ? 'seal.record-line' : 'seal.record-wrong', { what, line: line ?? 0 });
}

// How many rolls are proven, and in how many of them those seats had a hand.
export function provenText({ rolls, hand }: { rolls: number; hand: BySeat<number> }, mine: Seat[]): string {
  const one = rolls === 1;
  if (!mine.length) return t(one ? 'seal.proven-one' : 'seal.proven', { n: rolls });
  const k = Math.min(...mine.map((seat) => hand[seat]));
  if (one) return t(k ? 'seal.one-yours' : 'seal.one-not-yours');
  return t(k === rolls ? 'seal.all-yours' : k ? 'seal.some-yours' : 'seal.none-yours', { n: rolls, k });
}
