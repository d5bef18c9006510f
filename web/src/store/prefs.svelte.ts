// What a person likes, kept by the browser: language, light, pace, sound.
import type { Lang } from '../net/types';

export type Theme = 'auto' | 'light' | 'dark';
export type Speed = 'calm' | 'brisk' | 'instant';

interface Liked {
  lang: Lang;
  theme: Theme;
  pace: Speed;
  // Whether rolls without a choice roll themselves; null: as it suits the table.
  auto: boolean | null;
  sound: boolean;
  voice: boolean;
  // Whether the coach's bulb is lit: the values of the choices stay in view.
  bulb: boolean;
  // False where the first drive of a game has been taught or was not wanted; and what has been explained in it.
  coach: Record<string, boolean>;
  met: Record<string, string[]>;
  // Who one is for the other side, and whether that has been asked.
  name: string;
  badge: string;
  introduced: boolean;
  bot: string;
  // The box that is open on the shelf.
  box: string;
  // Whether to be told by the system that it is one's turn.
  notify: boolean;
}

const KEY = 'touchline.prefs';

function spoken(): Lang {
  return typeof navigator !== 'undefined' && navigator.language?.startsWith('fr') ? 'fr' : 'en';
}

function load(): Liked {
  const plain: Liked = {
    lang: spoken(),
    theme: 'auto',
    pace: 'calm',
    auto: null,
    sound: false,
    voice: false,
    bulb: false,
    coach: {},
    met: {},
    name: '',
    badge: '',
    introduced: false,
    bot: '',
    box: '',
    notify: false,
  };
  try {
    return { ...plain, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return plain;
  }
}

export const prefs = $state<Liked>(load());

export function like(change: Partial<Liked>) {
  Object.assign(prefs, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // A browser that keeps nothing still plays.
  }
  dress();
}

// Whether it is night at this device, for those who have not chosen.
const night = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-color-scheme: dark)');
night?.addEventListener('change', () => dress());

// Puts language, light and stillness onto the document.
export function dress() {
  const root = document.documentElement;
  root.lang = prefs.lang;
  root.dataset.theme = prefs.theme !== 'auto' ? prefs.theme : night?.matches ? 'dark' : 'light';
  root.toggleAttribute('data-still', prefs.pace === 'instant');
}

export function still(): boolean {
  return (
    prefs.pace === 'instant' ||
    (typeof matchMedia !== 'undefined' && matchMedia('(prefers-reduced-motion: reduce)').matches)
  );
}
