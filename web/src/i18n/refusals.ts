// What the server refuses, in the language of the page. The server says it in English, with every detail; in French
// the code gives the sentence, and a line number is carried over. Where the server says when to ask again, so does this.
import type { Refusal } from '../net/types';
import { prefs } from '../store/prefs.svelte';
import { fill, t } from './index';

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
  busy: 'Le serveur est occupé.',
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
  'stale-turn': 'La partie a continué entre-temps : regardez la table, puis choisissez à nouveau.',
  'store-failed': 'Les tables ne peuvent pas être lues ou écrites en ce moment.',
  'too-early':
    'C’est trop tôt : on ne réclame la partie que si l’autre est parti depuis un moment et que c’est à lui de jouer.',
  'too-fast': 'Trop de demandes à la fois.',
  'too-large': 'Le message est trop long.',
  'too-many-tables': 'Trop de tables, de feuilles ou de parties envoyées d’un coup.',
  'unknown-command': 'Le serveur ne connaît pas cette demande.',
  'unknown-game': 'Ce jeu n’existe pas ici.',
  'unknown-table': 'Cette table n’existe pas : elle a disparu, ou le lien est incomplet.',
  'wrong-turn': 'Ce n’est pas ce que l’on attend maintenant.',
};

// Turn numbers say nothing to a person.
const ENGLISH: Record<string, string> = {
  'stale-turn': 'The game has moved on in the meantime: look at the table, then choose again.',
};

function sentence(refusal: Refusal): string {
  if (prefs.lang !== 'fr') return ENGLISH[refusal.code] ?? refusal.message;
  const line = /\bline (\d+)/.exec(refusal.message)?.[1];
  if (line && refusal.code === 'bad-record') return fill(FRENCH['bad-record-line']!, { line });
  return FRENCH[refusal.code] ?? refusal.message;
}

export function refused(refusal: Refusal): string {
  const said = sentence(refusal);
  if (!refusal.retry_after) return said;
  return `${/[.!?]$/.test(said) ? said : `${said}.`} ${t('askAgain', { n: Math.ceil(refusal.retry_after) })}`;
}
