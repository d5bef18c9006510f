// The module `virtual:engine`: the compiled engine of web/engine/dist in its two parts, and the texts that it reads; or
// nothing where it was not built.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const MODULE = 'virtual:engine';
const ROOT = new URL('../../', import.meta.url);
const file = (name: string) => fileURLToPath(new URL(`../engine/dist/${name}`, import.meta.url));

export const engineBuilt = () =>
  ['engine.js', 'first.wasm', 'rest.wasm', 'games.json'].every((name) => existsSync(file(name)));

// Packed, because many hosts send files as they are, and as small as gzip allows. No name that a host takes for a coding of
// its own.
function packed(name: string, bytes: Uint8Array | string): string {
  const path = file(`packed/${name}.bin`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, execFileSync('libdeflate-gzip', ['-12', '-c'], { input: bytes, maxBuffer: 1 << 26 }));
  return path;
}

const inside = (folder: string, end: string) =>
  readdirSync(new URL(folder, ROOT))
    .filter((name) => name.endsWith(end))
    .map((name) => folder + name);

// The engine's own answer, for the lobby (split.ts has asked).
const GAMES = '/api/games';
// What is read together: in each language what every table needs, and the rules. The words of the page are in the page.
const TEXTS: Record<string, string[]> = Object.fromEntries(
  ['en', 'fr'].flatMap((lang) => [
    [
      `words-${lang}`,
      [GAMES, ...inside(`data/words/${lang}/`, '.toml'), ...inside('data/sheets/', '.toml')].filter(
        (path) => !path.endsWith('/page.toml'),
      ),
    ],
    [
      `rules-${lang}`,
      [...inside(lang === 'en' ? 'docs/rules/' : `docs/rules/${lang}/`, '.md'), ...inside('data/atlas/', '.json')],
    ],
  ]),
);
const read = (path: string) => readFileSync(path === GAMES ? file('games.json') : new URL(path, ROOT), 'utf8');

export function engine(): Plugin {
  return {
    name: 'engine',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return;
      if (!engineBuilt()) return 'export default null; export const first = "", rest = "", texts = {};';
      const imports: string[] = [];
      const address = (name: string, bytes: Uint8Array | string) => {
        imports.push(`import a${imports.length} from ${JSON.stringify(packed(name, bytes) + '?url')};`);
        return `a${imports.length - 1}`;
      };
      const parts = ['first', 'rest'].map(
        (name) => `export const ${name} = ${address(name, readFileSync(file(`${name}.wasm`)))};`,
      );
      const texts = Object.entries(TEXTS).map(([name, paths]) => {
        const at = address(name, JSON.stringify(Object.fromEntries(paths.map((path) => [path, read(path)]))));
        return `${JSON.stringify(name)}: { at: ${at}, paths: ${JSON.stringify(paths)} }`;
      });
      return `export { default } from ${JSON.stringify(file('engine.js'))};
${imports.join('\n')}
${parts.join('\n')}
export const texts = { ${texts.join(', ')} };`;
    },
  };
}
