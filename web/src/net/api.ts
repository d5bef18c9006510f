// What is asked once, over HTTP. A refusal of the server becomes a Refused with its own sentence.
import { prefs } from '../store/prefs.svelte';
import type { Sheet } from '../store/sheets.svelte';
import * as local from './local';
import type {
  GameFigures,
  GameInfo,
  Json,
  Lang,
  Odds,
  Advice,
  Opened,
  Opening,
  Puzzle,
  Refusal,
  Review,
  Seat,
  Steps,
  TableInfo,
} from './types';

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

// Tables of this browser are asked about here. What every engine knows (games, words, rules, records to be looked at) is
// asked here where there is no server, or none answers.
const ofThisBrowser = (path: string) => local.folder || path.startsWith('/api/tables/local-');
const known = (path: string) => local.engine && !path.startsWith('/api/tables') && path !== '/api/lobby';

async function ask(path: string, init?: RequestInit): Promise<Response> {
  const here = (code: 'engine' | 'unreachable') =>
    local.ask(path, prefs.lang, init?.body as string | undefined).catch(() => {
      throw new Refused({ code, message: '' });
    });
  if (ofThisBrowser(path)) return here('engine');
  try {
    // What is refused is told in the language of the page.
    return await fetch(path, { ...init, headers: { ...init?.headers, 'accept-language': prefs.lang } });
  } catch {
    if (known(path)) return here('unreachable');
    throw new Refused({ code: 'unreachable', message: '' });
  }
}

async function json<T>(
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T & { status?: string; retry_after?: number }> {
  const init =
    body === undefined
      ? undefined
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal };
  return read<T>(await ask(path, init));
}

async function read<T>(answer: Response): Promise<T & { status?: string; retry_after?: number }> {
  const value = await answer.json().catch(() => null);
  if (!value || value.ok === false || !answer.ok) {
    throw new Refused(
      value?.error ?? { code: `http-${answer.status}`, message: `${answer.status} ${answer.statusText}` },
    );
  }
  return value;
}

async function text(path: string): Promise<string> {
  const answer = await ask(path);
  const value = await answer.text();
  if (answer.ok) return value;
  let refusal: Refusal = { code: `http-${answer.status}`, message: value };
  try {
    refusal = JSON.parse(value).error ?? refusal;
  } catch {
    // Not JSON: the text itself says what is wrong.
  }
  throw new Refused(refusal);
}

const at = encodeURIComponent;

export interface Bot {
  id: string;
  loss?: number | null;
}

export const games = () => json<{ games: GameInfo[]; bots: Bot[] }>('/api/games');
export interface SheetAnswer {
  game: string;
  hash: string;
  sheet: Sheet;
}

export const sheet = (game: string) => json<SheetAnswer>(`/api/games/${at(game)}/sheet`);
export const tableSheet = (id: string) => json<SheetAnswer>(`/api/tables/${at(id)}/sheet`);
// The record of a table needs the sheet that it was played with.
export const playedWith = async (id: string | null): Promise<{ sheet?: string }> =>
  id ? { sheet: await text(`/api/tables/${at(id)}/sheet.toml`) } : {};
export const rules = (game: string, lang: Lang) => text(`/api/games/${at(game)}/rules?lang=${lang}`);
export const words = (lang: Lang, game: string) => json<Record<string, Json>>(`/api/words/${lang}/${at(game)}`);
// A table without a friend is played in this browser, once its engine is loaded: nobody waits for that.
export async function open(opening: Opening): Promise<Opened> {
  const friend = Object.values(opening.seats ?? { away: { who: 'friend' } }).some((seat) => seat.who === 'friend');
  if (local.isReady() && !local.folder && !friend) {
    const answer = await local.ask('/api/tables', prefs.lang, JSON.stringify(opening)).catch(() => null);
    if (answer) return read<Opened>(answer);
  }
  return json<Opened>('/api/tables', opening);
}
export const table = (id: string) => json<{ table: TableInfo }>(`/api/tables/${at(id)}`);
export const lobby = () => json<{ open: TableInfo[]; running: TableInfo[] }>('/api/lobby');
export const record = (id: string) => text(`/api/tables/${at(id)}/record`);
export const tableSteps = (id: string, lang: Lang) => json<Steps>(`/api/tables/${at(id)}/steps?lang=${lang}`);
export const recordSteps = (record: string, lang: Lang) => json<Steps>(`/api/steps?lang=${lang}`, { record });
export const oddsAt = async (id: string | null, record: string, n: number) =>
  json<Odds & Partial<Advice>>('/api/odds', { record, at: n, ...(await playedWith(id)) });

export const join = (id: string, invite: string, name?: string) =>
  json<{ seat: Seat; token: string; table: TableInfo }>(`/api/tables/${at(id)}/join`, {
    invite,
    ...(name ? { name } : {}),
  });

const pause = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1000));

// Asks until the review is there; `progress` hears how far it is.
export async function review(
  source: { id?: string; record?: string },
  lang: Lang,
  progress: (part: number) => void,
): Promise<Review> {
  for (;;) {
    const answer = source.id
      ? await json<Review & { progress?: number }>(`/api/tables/${at(source.id)}/review?lang=${lang}`)
      : await json<Review & { progress?: number }>(`/api/review?lang=${lang}`, { record: source.record });
    if (answer.status !== 'working') return answer;
    progress(answer.progress ?? 0);
    await pause(answer.retry_after ?? 1);
  }
}

// Asks until the puzzle is there, as long as it is wanted: what it needs may have to be worked out first.
export async function puzzle(
  game: string | null,
  source: { seed: number; number: number } | null,
  lang: Lang,
  wanted: () => boolean,
): Promise<Puzzle | null> {
  const path = game
    ? `/api/puzzles/${at(game)}?seed=${source?.seed ?? 0}&number=${source?.number ?? 0}&lang=${lang}`
    : `/api/puzzles/daily?lang=${lang}`;
  while (wanted()) {
    const answer = await json<Puzzle>(path);
    if (answer.status !== 'working') return answer;
    await pause(answer.retry_after ?? 1);
  }
  return null;
}

// A box with changes (`touchline lab`'s PATH=VALUE), and options.
export interface Bench {
  game: string;
  options?: Record<string, Json>;
  changes: string[];
}
// A figure of a sheet: what it may be, in words and, for a number, as a range.
export interface SheetPath {
  path: string;
  wanted: string;
  source: string;
  from?: number;
  to?: number;
}
export const benchSheet = (bench: Bench) =>
  json<SheetAnswer & { toml: string; paths: SheetPath[] }>(`/api/sheet?lang=${prefs.lang}`, bench);

// Asks until all figures are there; `tell` hears those that are known already, and how far the rest is. Who gives the
// signal needs them no more: the server then stops working.
export async function figures(
  bench: Bench,
  signal: AbortSignal,
  tell: (known: GameFigures | null, part: number) => void,
): Promise<GameFigures> {
  for (;;) {
    const answer = await json<{ figures?: GameFigures; progress?: number }>('/api/figures', bench, signal);
    if (answer.status !== 'working') return answer.figures!;
    tell(answer.figures ?? null, answer.progress ?? 0);
    await pause(answer.retry_after ?? 0);
    if (signal.aborted) throw new Refused({ code: 'unreachable', message: '' });
  }
}

// The certificate of a game with the marks of its workbench.
export const certificatePath = (game: string, marks: string) =>
  `/api/certificate/${at(game)}?lang=${prefs.lang}${marks && `&${marks}`}`;

// A link to a page that is answered as HTML: where no server is behind it, the engine of this browser makes it.
export async function openHere(event: MouseEvent) {
  const path = (event.currentTarget as HTMLAnchorElement).getAttribute('href')!;
  if (!ofThisBrowser(path)) return;
  event.preventDefault();
  // Opened at once: later the browser would take it for a window that nobody asked for.
  const tab = window.open('about:blank', '_blank');
  try {
    const made = URL.createObjectURL(new Blob([await text(path)], { type: 'text/html' }));
    tab?.location.replace(made);
    setTimeout(() => URL.revokeObjectURL(made), 60_000);
  } catch (failure) {
    tab?.close();
    throw failure;
  }
}

// A link to a file of a table that this browser keeps: no server has it, so it is made here. Other links are followed.
export async function saveHere(event: MouseEvent) {
  const link = event.currentTarget as HTMLAnchorElement;
  const path = link.getAttribute('href')!;
  if (!ofThisBrowser(path)) return;
  event.preventDefault();
  const made = document.createElement('a');
  made.href = URL.createObjectURL(new Blob([await text(path)], { type: 'text/plain' }));
  made.download = link.download;
  made.click();
  setTimeout(() => URL.revokeObjectURL(made.href), 60_000);
}
