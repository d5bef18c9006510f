// The small part of Markdown that the rules pages use, read into blocks; text stays text, nothing becomes markup by itself.
// A comment `<!-- picture: … -->` on a line of its own stands for a picture that the page draws.
export type Inline = { kind: 'text' | 'strong' | 'em' | 'code'; text: string };
export type Block =
  | { kind: 'heading'; level: number; text: Inline[] }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'list'; ordered: boolean; start: number; items: { text: Inline[]; inner: Block[] }[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'picture'; what: string };

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
const PICTURE = /^<!-- picture: (.*) -->$/;
// A number at the beginning of a line begins a list within a paragraph only where it is the first.
const BEGINS = /^\s*([-*]|1\.)\s+/;
const ITEM = /^(\s*)([-*]|\d+\.)\s+(.*)$/;

export function parse(source: string): Block[] {
  return blocks(
    source
      .replace(/\r/g, '')
      .replace(/<!--(?! picture:)[\s\S]*?-->/g, '')
      .split('\n'),
  );
}

function blocks(lines: string[]): Block[] {
  const found: Block[] = [];
  let i = 0;
  while (i < lines.length) {
    const line = lines[i]!;
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    const picture = PICTURE.exec(line);
    if (!line.trim()) i++;
    else if (picture) {
      found.push({ kind: 'picture', what: picture[1]! });
      i++;
    } else if (heading) {
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
    i < lines.length &&
    lines[i]!.trim() &&
    !/^#{1,6}\s/.test(lines[i]!) &&
    !PICTURE.test(lines[i]!) &&
    !(i > from && BEGINS.test(lines[i]!));
    i++
  )
    body.push(lines[i]!.trim());
  found.push({ kind: 'paragraph', text: inline(body.join(' ')) });
  return i;
}

export const plainText = (parts: Inline[]): string => parts.map((part) => part.text).join('');

// "Step 5", "Étape 5", "R3" and "D2" name a rule; its place on the page has the same name in every language.
export function placeOf(rule: string): string | null {
  const named = /^(?:(?:Step|Étape)\s(\d+)|([RD])(\d+))\b/.exec(rule);
  if (!named) return null;
  return named[1] ? `step-${named[1]}` : `${named[2]!.toLowerCase()}-${named[3]}`;
}

// A heading with all that stands under it, up to the next one of its level or above.
export interface Section {
  title: Inline[];
  level: number;
  place: string | null;
  blocks: Block[];
}

export function sections(blocks: Block[]): Section[] {
  const found: Section[] = [];
  for (const block of blocks)
    if (block.kind === 'heading')
      found.push({ title: block.text, level: block.level, place: placeOf(plainText(block.text)), blocks: [] });
    else if (found.length) found.at(-1)!.blocks.push(block);
    else found.push({ title: [], level: 1, place: null, blocks: [block] });
  return found;
}

export function says(block: Block, what: string): boolean {
  const has = (parts: Inline[]) => plainText(parts).toLowerCase().includes(what);
  switch (block.kind) {
    case 'table':
      return [block.head, ...block.rows].some((row) => row.some(has));
    case 'list':
      return block.items.some((item) => has(item.text) || item.inner.some((inner) => says(inner, what)));
    case 'picture':
      return false;
    default:
      return has(block.text);
  }
}

const OTHER = /(?:Other readings?|Another reading|Autres? lectures?|Une autre lecture)\b/;

// A ruling and its other readings, apart: what is played by default, then from the first "Other reading" on.
export function readings(parts: Inline[]): [Inline[], Inline[]] {
  for (const [i, part] of parts.entries()) {
    const at = part.kind === 'text' ? part.text.search(OTHER) : -1;
    if (at < 0) continue;
    const before = part.text.slice(0, at).trimEnd();
    return [
      [...parts.slice(0, i), ...(before ? [{ ...part, text: before }] : [])],
      [{ ...part, text: part.text.slice(at) }, ...parts.slice(i + 1)],
    ];
  }
  return [parts, []];
}

// Mentions of steps and rulings within a text: the pieces in between, and the places that they name.
export function mentions(text: string): { text: string; place: string | null }[] {
  const pattern = /(?<![\p{L}\p{N}])(?:(?:[Ss]tep|[Éé]tape)\s(\d+)|([RD])(\d+))(?![\p{L}\p{N}])/gu;
  const pieces: { text: string; place: string | null }[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), place: null });
    pieces.push({
      text: match[0],
      place: match[1] ? `step-${match[1]}` : `${match[2]!.toLowerCase()}-${match[3]}`,
    });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), place: null });
  return pieces;
}

// The pieces of a text, every second of which is what is sought.
export function sightings(text: string, sought: string): string[] {
  if (!sought) return [text];
  const pieces: string[] = [];
  const low = text.toLowerCase();
  let from = 0;
  for (let at = low.indexOf(sought); at >= 0; at = low.indexOf(sought, from)) {
    pieces.push(text.slice(from, at), text.slice(at, at + sought.length));
    from = at + sought.length;
  }
  return [...pieces, text.slice(from)];
}
