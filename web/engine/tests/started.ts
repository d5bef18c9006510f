// The compiled engine in Node.js, for tests and for split.ts.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Host, type Instance, type Listener } from '../host';
import { Parts } from '../parts';

const ROOT = new URL('../../../', import.meta.url);
export const dist = (name: string) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));

const text = (path: string) => {
  const file = new URL(path, ROOT);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};

export async function begin(program: Instance, heard: Listener['heard'] = () => undefined): Promise<Host> {
  // What emscripten's file expects of Node.js, and a module has not.
  Object.assign(globalThis, { __dirname: dist(''), require: createRequire(import.meta.url) });
  const start = (await import(pathToFileURL(dist('engine.js')).href)).default;
  return Host.start(start, program, { heard, text, wants: () => undefined, keeps: () => undefined });
}

// Both parts, as the page has them.
export async function started(): Promise<Host> {
  const rest = () => new WebAssembly.Module(readFileSync(dist('rest.wasm')));
  const parts = new Parts(WebAssembly.compile(readFileSync(dist('first.wasm'))), rest);
  const host = await begin(parts);
  parts.complete(rest());
  host.goOn();
  return host;
}
