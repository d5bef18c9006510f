// The small part of Markdown that the rules pages use, read into blocks; text stays text, nothing becomes markup by itself.
export type Inline = { kind: 'text' | 'strong' | 'em' | 'code'; text: string };
export type Block =
  | { kind: 'heading'; level: number; text: Inline[] }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: { text: Inline[]; inner: Block[] }[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

export function inline(text: string): Inline[] {
  const parts: Inline[] = [];
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)/g;
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) });
    if (match[1] !== undefined) parts.push({ kind: 'code', text: match[1] });
    else if (match[2] !== undefined) parts.push({ kind: 'strong', text: match[2] });
    else if (match[3] !== undefined) parts.push({ kind: 'em', text: match[3] });
    else parts.push({ kind: 'text', text: match[4] ?? '' });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\\\|/g, '|'));
const ITEM = /^(\s*)([-*]|\d+\.)\s+(.*)$/;

export function parse(source: string): Block[] {
  return blocks(
    source
      .replace(/\r/g, '')
      .replace(/<!--[\s\S]*?-->/g, '')
      .split('\n'),
  );
}

function blocks(lines: string[]): Block[] {
  const found: Block[] = [];
  let i = 0;
  while (i < lines.length) {
    const line = lines[i]!;
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    if (!line.trim()) i++;
    else if (heading) {
      found.push({ kind: 'heading', level: heading[1]!.length, text: inline(heading[2]!) });
      i++;
    } else if (line.trimStart().startsWith('|') && /^[\s|:-]+$/.test(lines[i + 1] ?? 'x')) i = table(lines, i, found);
    else if (ITEM.test(line)) i = list(lines, i, found);
    else i = paragraph(lines, i, found);
  }
  return found;
}

function table(lines: string[], from: number, found: Block[]): number {
  const rows: Inline[][][] = [];
  let i = from + 2;
  for (; i < lines.length && lines[i]!.trimStart().startsWith('|'); i++) rows.push(cells(lines[i]!).map(inline));
  found.push({ kind: 'table', head: cells(lines[from]!).map(inline), rows });
  return i;
}

// An item is its line, the lines indented under it, and lists deeper than it.
function list(lines: string[], from: number, found: Block[]): number {
  const first = ITEM.exec(lines[from]!)!;
  const depth = first[1]!.length;
  const ordered = /\d/.test(first[2]!);
  const items: { text: Inline[]; inner: Block[] }[] = [];
  let i = from;
  while (i < lines.length) {
    const item = ITEM.exec(lines[i]!);
    if (!item || item[1]!.length !== depth) break;
    const body = [item[3]!];
    const inner: string[] = [];
    for (i++; i < lines.length; i++) {
      const next = lines[i]!;
      const nested = ITEM.exec(next);
      if (nested && nested[1]!.length <= depth) break;
      if (!next.trim() && !/^\s+\S/.test(lines[i + 1] ?? '')) break;
      if (next.trim() && !/^\s/.test(next)) break;
      if (inner.length || nested) inner.push(next);
      else if (next.trim()) body.push(next.trim());
    }
    items.push({ text: inline(body.join(' ')), inner: blocks(inner) });
    while (i < lines.length && !lines[i]!.trim() && ITEM.exec(lines[i + 1] ?? '')?.[1]!.length === depth) i++;
  }
  found.push({ kind: 'list', ordered, start: parseInt(first[2]!, 10) || 1, items });
  return i;
}

function paragraph(lines: string[], from: number, found: Block[]): number {
  const body: string[] = [];
  let i = from;
  for (
    ;
    i < lines.length && lines[i]!.trim() && !/^#{1,6}\s/.test(lines[i]!) && !(i > from && ITEM.test(lines[i]!));
    i++
  )
    body.push(lines[i]!.trim());
  found.push({ kind: 'paragraph', text: inline(body.join(' ')) });
  return i;
}
