// The page's verifier on the records that all verifiers read (tests/fair/verify.py has the same cheats).
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { verifyRecord } from '../src/fair/record';

const folder = new URL('../../tests/fair/records/', import.meta.url);
const kept = (name: string) => readFileSync(new URL(`${name}.record`, folder), 'utf8');
const other = 'ab'.repeat(32);

describe('kept records', () => {
  for (const file of readdirSync(folder))
    it(`hold: ${file}`, () => expect(verifyRecord(kept(file.replace('.record', '')))).toMatchObject({ ok: true }));

  it('may end with a commitment for a roll yet to come', () =>
    expect(verifyRecord(`${kept('two-people')};chain 22 home=${other}\n`)).toMatchObject({ ok: true, rolls: 21 }));
});

describe('a forged record', () => {
  const record = kept('two-people');
  const lines = record.split('\n');
  const last = lines.length; // what is added comes in this line
  const home = /\[DiceHome "(\w+)"/.exec(record)![1]!;

  for (const [what, text, why, line] of [
    ["has a chain of the server's after the last roll", `${record};chain 22 server=${other}\n`, 'chain', last],
    ['has a chain of long ago after the last roll', `${record};chain 22 home=${home}\n`, 'chain', last],
    ['has a chain before no roll', `${record};chain 23 home=${other}\n`, 'chain', last],
    [
      'has nothing to be proven',
      ['[DiceFrom "999"]', ...lines.filter((one) => !one.startsWith(';proof'))].join('\n'),
      'tags',
      1,
    ],
    ['has a number with a zero', kept('from-a-record').replace('[DiceFrom "5"]', '[DiceFrom "05"]'), 'tags', 8],
    ['has a tag twice', `[Table "x"]\n${record}`, 'tags', 1 + lines.findIndex((one) => one.startsWith('[Table')) + 1],
  ] as const)
    it(what, () => expect(verifyRecord(text)).toMatchObject({ ok: false, why, line }));
});
