// One explanation at a time, beside what it explains: on hover, focus or tap, with the rule's number.
export interface Explanation {
  title: string;
  help?: string;
  rule?: string;
}

export const explained = $state<{ now: (Explanation & { rect: DOMRect }) | null }>({ now: null });

// A mouse has to rest for a moment, so that crossing the table does not open slips.
const REST_MS = 450;

let owner: HTMLElement | null = null;

function show(node: HTMLElement, what: Explanation) {
  if (!what.help && !what.rule) return;
  owner = node;
  explained.now = { ...what, rect: node.getBoundingClientRect() };
}

export function hide() {
  owner = null;
  explained.now = null;
}

export function explain(node: HTMLElement, what: Explanation) {
  let current = what;
  let resting: ReturnType<typeof setTimeout> | undefined;
  // Only a mouse that has moved here: a button that appears under a resting one explains nothing by itself.
  const moved = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || owner === node || !(event.movementX || event.movementY)) return;
    clearTimeout(resting);
    resting = setTimeout(() => show(node, current), REST_MS);
  };
  // Later, because an element may lose focus while it is being taken off the page.
  const leave = () => {
    clearTimeout(resting);
    queueMicrotask(() => owner === node && hide());
  };
  const focus = () => node.matches(':focus-visible') && show(node, current);
  const tap = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') return;
    if (owner === node) hide();
    else show(node, current);
  };
  const press = () => clearTimeout(resting);
  node.addEventListener('click', leave);
  node.addEventListener('pointerdown', press);
  node.addEventListener('pointermove', moved);
  node.addEventListener('pointerleave', leave);
  node.addEventListener('focus', focus);
  node.addEventListener('blur', leave);
  if (node.dataset.tap !== undefined) node.addEventListener('pointerup', tap);
  return {
    update(next: Explanation) {
      current = next;
    },
    destroy() {
      leave();
    },
  };
}
