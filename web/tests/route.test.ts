import { describe, expect, it } from 'vitest';
import { read } from '../src/store/route.svelte';

describe('addresses', () => {
  it('lead to the lobby, to one’s own games, or nowhere', () => {
    expect(read('/', '')).toEqual({ page: 'lobby' });
    expect(read('/mine', '')).toEqual({ page: 'mine' });
    expect(read('/nowhere/at/all', '')).toEqual({ page: 'lost' });
    expect(read('/t/', '')).toEqual({ page: 'lost' });
  });
  it('name a table, with the invite in the fragment only', () => {
    expect(read('/t/abc', '')).toEqual({ page: 'table', id: 'abc', invite: null });
    expect(read('/t/abc', '#invite=s3cret')).toEqual({ page: 'table', id: 'abc', invite: 's3cret' });
  });
  it('name a review, a record and the step in it', () => {
    expect(read('/t/abc/review', '')).toEqual({ page: 'review', id: 'abc' });
    expect(read('/t/abc/steps', '#at=17')).toEqual({ page: 'record', id: 'abc', at: 17 });
    expect(read('/r', '#at=x')).toEqual({ page: 'record', id: null, at: 0 });
    expect(read('/r/review', '')).toEqual({ page: 'review', id: null });
  });
  it('name the workbench, with its changes in the fragment', () => {
    expect(read('/g/pocket-rugby/bench', '')).toEqual({ page: 'bench', game: 'pocket-rugby', marks: '' });
    expect(read('/g/pocket-rugby/bench', '#set=a%3D1')).toEqual({
      page: 'bench',
      game: 'pocket-rugby',
      marks: 'set=a%3D1',
    });
  });
  it('name the sheet of a game or a table, and the rules', () => {
    expect(read('/g/pocket-rugby', '')).toEqual({ page: 'sheet', of: { game: 'pocket-rugby' } });
    expect(read('/t/abc/sheet', '')).toEqual({ page: 'sheet', of: { table: 'abc' } });
    expect(read('/g/pocket-rugby/rules', '')).toEqual({ page: 'rules', game: 'pocket-rugby', place: '' });
  });
});
