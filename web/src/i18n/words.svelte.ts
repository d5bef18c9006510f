// The server's catalogue of one game in one language: names, helps and rule numbers of events, actions, tokens, fields.
import { fill, t } from '.';
import * as api from '../net/api';
import type { Lang } from '../net/types';
import { prefs } from '../store/prefs.svelte';

export interface Word {
  name: string;
  help: string;
  rule: string;
}

// Entries with name, help and rule, and mere labels.
type Section = 'event' | 'action' | 'token' | 'field' | 'option' | 'mark' | 'modifier' | 'weather';
type Labels = 'phase' | 'position' | 'quarter';
type Catalogue = Record<string, any>;

const loaded = $state<Record<string, Catalogue>>({});
const asked = new Map<string, Promise<void>>();

function fetchWords(lang: Lang, game: string): Promise<void> {
  const key = `${lang}/${game}`;
  const before = asked.get(key);
  if (before) return before;
  const coming = api
    .words(lang, game)
    .then((words) => void (loaded[key] = words))
    .catch(() => void asked.delete(key));
  asked.set(key, coming);
  return coming;
}

const read = (entry: any, fallback: string): Word => ({
  name: entry?.name ?? fallback,
  help: entry?.help ?? '',
  rule: entry?.rule ?? '',
});

// A token or action without an entry is shown as it is written, with its dashes as spaces.
const plain = (key: string) => (/^[a-z]/.test(key) ? key.replace(/[-_]/g, ' ') : key);

export function wordsOf(game: string) {
  if (game) void fetchWords(prefs.lang, game);
  const all = (): Catalogue => loaded[`${prefs.lang}/${game}`] ?? {};
  const word = (section: Section, key: string): Word => read(all()[section]?.[key], plain(key));
  // OUT is a route of the tight end, but out of bounds on the black die: an entry "event/key" goes before the plain one.
  const keyAt = (section: Section, event: string, key: string): string =>
    all()[section]?.[`${event}/${key}`] ? `${event}/${key}` : key;
  const at = (section: Section, event: string, key: string): Word =>
    read({ ...all()[section]?.[key], ...all()[section]?.[keyAt(section, event, key)] }, plain(key));
  return {
    word,
    event: (key: string) => word('event', key),
    // An empty event is any.
    action: (event: string, key: string) => at('action', event, key),
    token: (event: string, key: string) => at('token', event, key),
    keyAt,
    // What a face means at other events of its die, where the catalogue tells its events apart at all.
    elsewhere: (section: Section, event: string, key: string): { event: string; word: Word }[] =>
      all()[section]?.[`${event}/${key}`]
        ? Object.keys(all()[section])
            .filter((one) => one.endsWith(`/${key}`) && one !== `${event}/${key}`)
            .map((one) => ({ event: one.slice(0, -key.length - 1), word: word(section, one) }))
        : [],
    field: (key: string) => word('field', key),
    option: (key: string) => word('option', key),
    optionValue: (key: string, value: unknown): string =>
      all().option?.[key]?.values?.[String(value)] ?? plain(String(value)),
    // A team card by the name it has here; one of somebody's own by the name that its sheet gives it.
    team: (team: { id?: string; name?: string }): string =>
      all().option?.home_team?.values?.[team.id ?? ''] ?? team.name ?? team.id ?? '',
    label: (section: Labels, key: string): string => all()[section]?.[key] ?? plain(key),
    // What heads a turn with the ball in the report: a drive, unless the game calls it otherwise.
    drive: (n: number, seat: string): string =>
      all().game?.drive ? fill(all().game.drive, { n, seat }) : t('table.drive', { n, seat }),
    game: (key: 'name' | 'tagline' | 'length' | 'luck'): string => all().game?.[key] ?? '',
    ready: (): boolean => `${prefs.lang}/${game}` in loaded,
    load: () => fetchWords(prefs.lang, game),
  };
}

export type Words = ReturnType<typeof wordsOf>;

// For pictures and tests that run without a server.
export function giveWords(lang: Lang, game: string, words: Catalogue) {
  const key = `${lang}/${game}`;
  loaded[key] = words;
  asked.set(key, Promise.resolve());
}
