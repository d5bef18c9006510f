import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inline, mentions, parse, placeOf, plainText, readings } from '../src/components/markdown';

describe('the rules as Markdown', () => {
  it('keeps headings, paragraphs and their words', () => {
    const [heading, paragraph] = parse('# Rules\n\nOne line\nand the next.');
    expect(heading).toEqual({ kind: 'heading', level: 1, text: [{ kind: 'text', text: 'Rules' }] });
    expect(paragraph).toEqual({ kind: 'paragraph', text: [{ kind: 'text', text: 'One line and the next.' }] });
  });

  it('numbers lists as written and nests them', () => {
    const [list] = parse('3. Third step\n   goes on.\n   - inner\n4. Fourth');
    expect(list).toMatchObject({ kind: 'list', ordered: true, start: 3 });
    if (list?.kind !== 'list') throw new Error('no list');
    expect(list.items).toHaveLength(2);
    expect(list.items[0]!.text).toEqual([{ kind: 'text', text: 'Third step goes on.' }]);
    expect(list.items[0]!.inner[0]).toMatchObject({ kind: 'list', ordered: false });
  });

  it('reads tables', () => {
    const [table] = parse('| no. | here |\n|---|---|\n| R1 | `choice` |');
    if (table?.kind !== 'table') throw new Error('no table');
    expect(table.head.map((cell) => cell[0]!.text)).toEqual(['no.', 'here']);
    expect(table.rows[0]![1]).toEqual([{ kind: 'code', text: 'choice' }]);
  });

  it('never makes markup of text', () => {
    expect(inline('<img src=x onerror=alert(1)> **bold**')).toEqual([
      { kind: 'text', text: '<img src=x onerror=alert(1)> ' },
      { kind: 'strong', text: 'bold' },
    ]);
  });

  it('ends on any input', () => {
    for (const text of ['', '- ', '|a|\n|', '1. x\n\n\n\n  - y\n- z', '  - deep first\n- shallow', '####### seven'])
      expect(() => parse(text)).not.toThrow();
  });
});

describe('the rules as a page', () => {
  it('a picture is a block of its own, another comment is nothing', () => {
    expect(parse('A\n<!-- picture: throw roll | 10 -->\nB <!-- note -->')).toEqual([
      { kind: 'paragraph', text: [{ kind: 'text', text: 'A' }] },
      { kind: 'picture', what: 'throw roll | 10' },
      { kind: 'paragraph', text: [{ kind: 'text', text: 'B' }] },
    ]);
  });

  it('a number that begins a line within a sentence begins no list', () => {
    expect(parse('never under\n0. The defence rolls.')).toHaveLength(1);
  });

  it('rules have the same place in both languages', () => {
    expect(['Step 5. The defence', 'Étape 5', 'R12. A', 'D3. B', 'Options'].map(placeOf)).toEqual([
      'step-5',
      'step-5',
      'r-12',
      'd-3',
      null,
    ]);
    expect(mentions('see step 10 and R2.').filter((piece) => piece.place)).toEqual([
      { text: 'step 10', place: 'step-10' },
      { text: 'R2', place: 'r-2' },
    ]);
    expect(mentions('voir étape 3').at(-1)?.place).toBe('step-3');
  });

  it('the other readings of a ruling stand apart', () => {
    const [here, other] = readings(inline('The side chooses. Other reading: a ranking (**Own ties**).'));
    expect(plainText(here)).toBe('The side chooses.');
    expect(plainText(other)).toBe('Other reading: a ranking (Own ties).');
    expect(readings(inline('Ici non. Autre lecture : oui.'))[1]).toHaveLength(1);
  });
});

// What a person reads names no event, option or field by its id: faces of dice are printed so, and a few letters of cards.
const PRINTED = /^[A-Z0-9#()>& n-]+$/;
for (const folder of ['', 'fr/'])
  for (const file of readdirSync(new URL(`../../docs/rules/${folder}`, import.meta.url)).filter(
    (name) => name.endsWith('.md') && name !== 'README.md',
  ))
    it(`docs/rules/${folder}${file} speaks the words of the game`, () => {
      const page = readFileSync(new URL(`../../docs/rules/${folder}${file}`, import.meta.url), 'utf8');
      const codes = [...page.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
      expect(codes.filter((code) => !PRINTED.test(code))).toEqual([]);
      expect(page).not.toMatch(/\b[a-z]+_[a-z]+\b/);
    });
