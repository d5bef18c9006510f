// The keyboard of a table: Space or Enter does the obvious, figures choose, letters open things.
import type { TableStore } from '../store/table.svelte';

interface Hands {
  table: () => TableStore | null;
  // Stops what rolls by itself; false where nothing does.
  stop: () => boolean;
  rules: () => void;
  busy: () => boolean;
}

const EDITING = 'input, textarea, select, [contenteditable]';
const PRESSED = 'button, a[href], summary, [role="button"]';

function press(selector: string): boolean {
  const button = document.querySelector<HTMLElement>(selector);
  button?.click();
  return button !== null;
}

export function keyboard(hands: Hands) {
  return (event: KeyboardEvent) => {
    const table = hands.table();
    const target = event.target as Element;
    if (!table || event.ctrlKey || event.metaKey || event.altKey || hands.busy() || target.closest?.(EDITING)) return;
    const onButton = target.closest?.(PRESSED);
    if (event.key === ' ' || event.key === 'Enter') {
      if (onButton && !onButton.classList.contains('piece')) return;
      event.preventDefault();
      if (table.highlight) table.hurry();
      else if (!press('#actions [data-primary]') && !hands.stop()) table.hurry();
      return;
    }
    const number = Number(event.key);
    if (number >= 1 && number <= 9) {
      document.querySelectorAll<HTMLElement>('#actions [data-action]')[number - 1]?.click();
      return;
    }
    const letter = event.key.toLowerCase();
    if (letter === 'r') hands.rules();
    else if (letter === 'o') press('[data-bulb]');
    else if (letter === 'h') press('[data-got-it]');
    else if (letter === 'm') press('[data-menu]');
    else if (letter === '?')
      document.querySelector<HTMLElement>('#actions [data-primary], #actions [data-action]')?.focus();
    else if (letter === 'escape') {
      if (table.looking) table.look(null);
      else table.skip();
    }
  };
}
