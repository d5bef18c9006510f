// Where we are: the address read into a route, and links that do not reload.
import { folder } from '../net/local';
import type { Whose } from './sheets.svelte';

export type Route =
  | { page: 'lobby' }
  | { page: 'table'; id: string; invite: string | null }
  | { page: 'review'; id: string | null }
  | { page: 'record'; id: string | null; at: number }
  | { page: 'sheet'; of: Whose }
  | { page: 'rules'; game: string; place: string }
  | { page: 'puzzle'; game: string | null }
  | { page: 'bench'; game: string; marks: string }
  | { page: 'mine' }
  | { page: 'lost' };

export function read(path: string, hash: string): Route {
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  const marks = new URLSearchParams(hash.replace(/^#/, ''));
  const [kind, id, view] = parts;
  const at = Number(marks.get('at') ?? 0) || 0;
  if (kind === 't' && id) {
    if (view === 'review') return { page: 'review', id };
    if (view === 'steps') return { page: 'record', id, at };
    if (view === 'sheet') return { page: 'sheet', of: { table: id } };
    return { page: 'table', id, invite: marks.get('invite') };
  }
  if (kind === 'r') return id === 'review' ? { page: 'review', id: null } : { page: 'record', id: null, at };
  if (kind === 'g' && id && view === 'bench') return { page: 'bench', game: id, marks: hash.replace(/^#/, '') };
  if (kind === 'g' && id)
    return view === 'rules'
      ? { page: 'rules', game: id, place: hash.replace(/^#/, '') }
      : { page: 'sheet', of: { game: id } };
  if (kind === 'p') return { page: 'puzzle', game: id ?? null };
  if (kind === 'mine') return { page: 'mine' };
  return kind === undefined ? { page: 'lobby' } : { page: 'lost' };
}

export const here = $state<{ route: Route }>({ route: { page: 'lobby' } });

// In a folder of any web host the page has one address, and its own stand behind a mark: #/t/ID#at=3.
export function look() {
  const [path = '/', ...marks] = location.hash.replace(/^#/, '').split('#');
  here.route = folder ? read(path, marks.join('#')) : read(location.pathname, location.hash);
}

export function go(to: string, replace = false) {
  const address = folder ? `#${to}` : to;
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  look();
  if (!to.includes('#at=')) window.scrollTo(0, 0);
}

// Another mark behind the address of the page that is shown, which stays as it is.
export const mark = (to: string) => history.replaceState(null, '', folder ? `#${to}` : to);

// Lets plain links go through the page instead of loading it anew.
export function follow(event: MouseEvent) {
  const link = (event.target as Element).closest?.('a[href^="/"]');
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !plain || link.hasAttribute('download') || link.getAttribute('target')) return;
  const href = link.getAttribute('href')!;
  if (href.startsWith('/api/')) return;
  event.preventDefault();
  go(href);
}
