import { describe, expect, it } from 'vitest';
import { count, groupsOf, isNone, marksOf, NONE, readMarks, texts, withFace, withFigure } from '../src/store/changes';
import { fullBar, moved, sectionsOf, type Row } from '../src/store/figures';
import { figuresOf } from './figures';

const sheet = {
  game: 'x',
  version: 1,
  dice: {
    offense: { count: 6, faces: ['10', '10', '20', 'TD'], source: 'house' },
    wr: [{ face: 'HITCH', value: 5 }, { face: 'POST', value: 7 }, { face: 'STOP & GO', value: 8 }, { face: 'FUMBLE' }],
  },
  score: { touchdown: 7, source: 'rulebook' },
  offense: [{ roll: 2, name: 'DIVE', pass: false, yards: 5 }],
};

describe('changes of a box', () => {
  it('write a die of words anew, and are none where it is as printed', () => {
    const changed = withFace(NONE, sheet, sheet, 'offense', 2, 'TD');
    expect(texts(changed)).toEqual(['dice.offense.faces=10,10,TD,TD']);
    const mine = { ...sheet, dice: { ...sheet.dice, offense: { count: 6, faces: ['10', '10', 'TD', 'TD'] } } };
    expect(isNone(withFace(changed, sheet, mine, 'offense', 2, '20'))).toBe(true);
  });
  it('count the faces that have values of their own', () => {
    const changed = withFace(NONE, sheet, sheet, 'wr', 3, 'POST');
    expect(texts(changed)).toEqual(['dice.wr.POST.count=2', 'dice.wr.FUMBLE.count=0']);
    const mine = { ...sheet, dice: { ...sheet.dice, wr: [...sheet.dice.wr.slice(0, 3), sheet.dice.wr[1]!] } };
    expect(isNone(withFace(changed, sheet, mine, 'wr', 3, 'FUMBLE'))).toBe(true);
  });
  it('travel in a link and come back', () => {
    let changes = withFigure(NONE, 'dice.wr.STOP & GO.value', '9', '8');
    changes = { ...changes, options: { toss: 'away', target: 14, pro: true } };
    expect(readMarks(marksOf(changes))).toEqual(changes);
    expect(count(changes)).toBe(4);
    expect(readMarks('set=nonsense&option=a%3D%7B&other=3')).toEqual(NONE);
  });
  it('find the numbers and flags of a sheet, entry by entry', () => {
    const leaves = groupsOf(sheet).flatMap((group) => group.leaves);
    expect(leaves.map((leaf) => [leaf.path, leaf.row, leaf.value])).toEqual([
      ['score.touchdown', '', 7],
      ['offense[1].pass', '2 · DIVE', false],
      ['offense[1].yards', '2 · DIVE', 5],
    ]);
  });
});

describe('figures side by side', () => {
  it('have every way that a drive ends, also those that only one of them has', () => {
    const box = figuresOf({ drives: { touchdown: 0.4, punt: 0.6 } });
    const mine = figuresOf({ drives: { touchdown: 1 } });
    const drives = sectionsOf(box, mine).find((section) => section.key === 'drives')!.rows;
    expect(drives.map((row) => [row.name, row.box, row.mine])).toEqual([
      [{ drive: 'touchdown' }, 0.4, 1],
      [{ drive: 'punt' }, 0.6, 0],
    ]);
  });
  it('wait for skill, which comes last', () => {
    const rows = sectionsOf(figuresOf({ skill: { coach: 0.7 } }), figuresOf({})).at(-1)!.rows;
    expect(rows).toEqual([{ name: { bot: 'coach' }, unit: 'chance', box: 0.7, mine: null }]);
  });
  it('draw a trifle as a trifle', () => {
    const row: Row = { name: { lab: 'x' }, unit: 'chance', box: 0.5, mine: 0.501 };
    expect(moved(row) / fullBar([row], 'chance')).toBeCloseTo(0.05);
  });
});
