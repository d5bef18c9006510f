// The module `virtual:engine`: the compiled engine of web/engine/dist, or nothing where it was not built.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const MODULE = 'virtual:engine';
const file = (name: string) => fileURLToPath(new URL(`../engine/dist/${name}`, import.meta.url));

export const engineBuilt = () => existsSync(file('engine.js')) && existsSync(file('engine.wasm'));

// Packed for hosts that send files as they are. No name that a host takes for a coding of its own.
function packedFile(): string {
  const path = file('packed/engine.bin');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, gzipSync(readFileSync(file('engine.wasm')), { level: 9 }));
  return path;
}

export function engine(packed: boolean): Plugin {
  return {
    name: 'engine',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return;
      if (!engineBuilt()) return 'export default null; export const wasm = "", packed = false;';
      const program = packed ? packedFile() : file('engine.wasm');
      return `export { default } from ${JSON.stringify(file('engine.js'))};
import wasm from ${JSON.stringify(program + '?url')};
export { wasm };
export const packed = ${packed};`;
    },
  };
}
