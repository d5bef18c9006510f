// Effects for the tests, which are no Svelte files themselves.
export const root = (run: () => void): (() => void) => $effect.root(run);
export function effect(run: () => void) {
  $effect(run);
}
