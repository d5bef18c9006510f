// Books that lie beside the page: looked for when somebody asks about their rules, fetched once, and kept by the browser.
// books.json is what `touchline books --json` says of them.
import type { Rules } from './host';

interface Listed {
  file: string;
  bytes: number;
  finished: boolean;
  game: string;
  options: Record<string, unknown>;
  sheet: string;
}

const KEPT = 'touchline-books';
// The engine has 256 MB, and holds a book twice while it opens it.
const MOST = 80_000_000;
// So much of a book is handed over at once.
const PIECE = 1 << 20;

export class Books {
  private list: Promise<Listed[]> | null = null;

  // Where they lie, and who takes them piece by piece; the last one is empty.
  constructor(
    private folder: URL,
    private give: (name: string, bytes: Uint8Array) => void,
  ) {}

  // Gives the book of these rules, if there is one. Without it, and without a network, the engine does what it can.
  async want({ game, options, sheet }: Rules): Promise<void> {
    const about = (one: Listed) => one.game === game && one.sheet === sheet && JSON.stringify(one.options) === options;
    const found = (await this.listed()).find((one) => one.finished && one.bytes <= MOST && about(one));
    if (!found) return;
    const answer = await this.file(found).catch(() => null);
    if (!answer?.ok) return;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (bytes.length !== found.bytes) return;
    for (let at = 0; at < bytes.length; at += PIECE) this.give(found.file, bytes.subarray(at, at + PIECE));
    this.give(found.file, new Uint8Array());
  }

  private async file({ file }: Listed): Promise<Response> {
    const address = new URL(file, this.folder).href;
    const kept = await caches.open(KEPT).catch(() => null);
    const own = await kept?.match(address);
    if (own) return own;
    const answer = await fetch(address);
    if (answer.ok) await kept?.put(address, answer.clone()).catch(() => undefined); // full: it is fetched again
    return answer;
  }

  private listed(): Promise<Listed[]> {
    this.list ??= this.read().catch(() => []);
    return this.list;
  }

  // The list as it is now; without a network as it was.
  private async read(): Promise<Listed[]> {
    const address = new URL('books.json', this.folder).href;
    const kept = await caches.open(KEPT).catch(() => null);
    const answer = await fetch(address, { cache: 'no-cache' }).catch(() => null);
    if (answer?.ok) await kept?.put(address, answer.clone());
    const known = answer?.ok ? answer : answer ? null : await kept?.match(address);
    const { books } = known ? ((await known.json()) as { books: Listed[] }) : { books: [] };
    // What is no longer on the list makes room.
    const names = new Set([address, ...books.map(({ file }) => new URL(file, this.folder).href)]);
    if (answer) for (const old of (await kept?.keys()) ?? []) if (!names.has(old.url)) await kept!.delete(old);
    return books;
  }
}
