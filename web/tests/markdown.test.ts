import { describe, expect, it } from 'vitest';
import { inline, parse } from '../src/components/markdown';

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
