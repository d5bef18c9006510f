// What the server refuses, in the language of the page. The server says it in English, with every detail; in French
// the code gives the sentence, and a line number is carried over.
import type { Refusal } from '../net/types';
import { prefs } from '../store/prefs.svelte';
import { fill } from './index';

export const FRENCH: Record<string, string> = {
  'bad-json': 'La demande n’est pas lisible.',
  'bad-option': 'Une des options n’a pas une valeur permise.',
  'bad-origin': 'Cette page n’est pas celle de ce serveur.',
  'bad-record': 'Ce n’est pas une partie valable.',
  'bad-record-line': 'Ce n’est pas une partie valable : la ligne {line} ne peut pas être.',
  'bad-request': 'Il manque quelque chose à la demande, ou quelque chose n’y est pas permis.',
  'bad-seats': 'Ces places ne vont pas ensemble : une au moins doit être la vôtre.',
  'bad-sheet': 'La feuille de matériel contient une faute.',
  'bad-state': 'Cette position ne peut pas se produire dans ce jeu.',
  'bad-token': 'Ce lien ne donne pas de place à cette table ; on peut la regarder.',
  'bad-tokens': 'Ces dés ou ces cartes ne peuvent pas tomber ici.',
  busy: 'Le serveur est occupé : réessayez dans un instant.',
  'illegal-action': 'Ce choix n’est pas permis maintenant.',
  'no-game': 'Il n’y a pas encore de partie.',
  'no-hello': 'La connexion n’a pas été ouverte comme il faut.',
  'no-offer': 'Il n’y a pas de telle proposition sur la table.',
  'no-review': 'Ce programme a été construit sans l’analyse.',
  'not-found': 'Cette adresse n’existe pas ici.',
  'not-over': 'La partie n’est pas encore finie.',
  'not-your-seat': 'Ce n’est pas à vous d’en décider.',
  'nothing-to-undo': 'Il n’y a rien à reprendre depuis le dernier lancer.',
  'odds-off': 'Les chances sont masquées à cette table.',
  over: 'La partie est finie ; on peut proposer une revanche.',
  'seat-taken': 'La place de ce lien est prise ; on peut regarder la partie.',
  'stale-turn': 'La partie a continué entre-temps.',
  'store-failed': 'Les tables ne peuvent pas être lues ou écrites en ce moment.',
  'too-early': 'L’autre joueur peut encore revenir.',
  'too-fast': 'Trop de messages à la fois : attendez un instant.',
  'too-large': 'Le message est trop long.',
  'too-many-tables': 'Trop de tables ouvertes d’un coup : attendez un instant.',
  'unknown-command': 'Le serveur ne connaît pas cette demande.',
  'unknown-game': 'Ce jeu n’existe pas ici.',
  'unknown-table': 'Cette table n’existe pas : elle a disparu, ou le lien est incomplet.',
  'wrong-turn': 'Ce n’est pas ce que l’on attend maintenant.',
};

export function refused(refusal: Refusal): string {
  if (prefs.lang !== 'fr') return refusal.message;
  const line = /\bline (\d+)/.exec(refusal.message)?.[1];
  if (line && refusal.code === 'bad-record') return fill(FRENCH['bad-record-line']!, { line });
  return FRENCH[refusal.code] ?? refusal.message;
}
