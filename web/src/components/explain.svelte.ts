// One explanation at a time, beside what it explains: on hover, focus or tap, with the rule's number.
export interface Explanation {
  title: string;
  help?: string;
  rule?: string;
}

export const explained = $state<{ now: (Explanation & { rect: DOMRect }) | null }>({ now: null });

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
  const enter = (event: PointerEvent) => event.pointerType === 'mouse' && show(node, current);
  const leave = () => owner === node && hide();
  const focus = () => node.matches(':focus-visible') && show(node, current);
  const tap = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') return;
    if (owner === node) hide();
    else show(node, current);
  };
  node.addEventListener('pointerenter', enter);
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
