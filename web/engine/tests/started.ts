// The compiled engine in Node.js, for tests.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Host } from '../host';

const dist = (name: string) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));

export async function started(): Promise<Host> {
  // What emscripten's file expects of Node.js, and a module has not.
  Object.assign(globalThis, { __dirname: dist(''), require: createRequire(import.meta.url) });
  const start = (await import(pathToFileURL(dist('engine.js')).href)).default;
  return Host.start(
    start,
    { wasmBinary: readFileSync(dist('engine.wasm')) },
    { heard: () => undefined, wants: () => undefined, keeps: () => undefined },
  );
}
