// The module `virtual:engine`: the compiled engine of web/engine/dist, or nothing where it was not built.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const MODULE = 'virtual:engine';
const file = (name: string) => fileURLToPath(new URL(`../engine/dist/${name}`, import.meta.url));

export const engineBuilt = () => existsSync(file('engine.js')) && existsSync(file('engine.wasm'));

export function engine(): Plugin {
  return {
    name: 'engine',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return;
      if (!engineBuilt()) return 'export default null; export const wasm = "";';
      return `export { default } from ${JSON.stringify(file('engine.js'))};
import wasm from ${JSON.stringify(file('engine.wasm') + '?url')};
export { wasm };`;
    },
  };
}
