import { describe, expect, it } from 'vitest';
import type { OptionInfo } from '../src/net/types';
import { acting, effective } from '../src/store/options';

const teams = ['england', 'wales'];
const OPTIONS: OptionInfo[] = [
  { name: 'mode', values: ['basic', 'pro'], default: 'basic' },
  { name: 'home_team', values: ['none', ...teams], default: 'none' },
  { name: 'away_team', values: ['none', ...teams], default: 'none' },
  { name: 'audible', values: [true, false], default: true, reading: 'R1', needs: { mode: ['pro'] } },
  {
    name: 'attempts',
    values: ['always', 'may'],
    default: 'always',
    reading: 'R8',
    needs: { home_team: teams, away_team: teams },
  },
  {
    name: 'cards',
    values: ['each', 'sum', 'all'],
    default: 'each',
    reading: 'R10',
    value_needs: { all: { home_team: teams, away_team: teams } },
  },
];
const named = (chosen: Record<string, string | boolean>) => acting(OPTIONS, chosen).map((option) => option.name);
const cards = (chosen: Record<string, string>) =>
  acting(OPTIONS, chosen).find((option) => option.name === 'cards')?.values;

describe('options that need another', () => {
  it('are left out until it is chosen', () => {
    expect(named({})).toEqual(['mode', 'home_team', 'away_team', 'cards']);
    expect(named({ mode: 'pro' })).toContain('audible');
  });

  it('act as soon as one of several needs is met', () => {
    expect(named({ away_team: 'wales' })).toContain('attempts');
    expect(named({ away_team: 'none' })).not.toContain('attempts');
  });

  it('may have values that need it, which stay while they are chosen', () => {
    expect(cards({})).toEqual(['each', 'sum']);
    expect(cards({ home_team: 'england' })).toEqual(['each', 'sum', 'all']);
    expect(cards({ cards: 'all' })).toEqual(['each', 'sum', 'all']);
  });

  it('are not asked of a table without it', () => {
    expect(effective(OPTIONS, { audible: false, cards: 'sum' })).toEqual({ cards: 'sum' });
    expect(effective(OPTIONS, { audible: false, mode: 'pro' })).toEqual({ audible: false, mode: 'pro' });
  });
});
