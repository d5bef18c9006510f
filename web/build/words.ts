// The catalogues of data/words that the page carries: the module `virtual:words` and its types.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import type { Plugin } from 'vite';

const FOLDER = new URL('../../data/words/', import.meta.url);
const TYPES = new URL('../src/i18n/words.d.ts', import.meta.url);
const MODULE = 'virtual:words';
const CATALOGUES = ['table', 'page'];

const languages = () => readdirSync(FOLDER).filter((name) => existsSync(new URL(`${name}/page.toml`, FOLDER)));
const files = (lang: string) => CATALOGUES.map((name) => fileURLToPath(new URL(`${lang}/${name}.toml`, FOLDER)));

// Tables within tables as one list, the way Words of the program has it: { review: { luck: … } } is "review.luck".
function flat(table: object, path = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([key, value]) =>
      typeof value === 'object' ? Object.entries(flat(value, `${path}${key}.`)) : [[`${path}${key}`, String(value)]],
    ),
  );
}

export const wordsIn = (lang: string): Record<string, string> =>
  Object.assign({}, ...files(lang).map((path) => flat(parse(readFileSync(path, 'utf8')))));

// What `npm run keys` writes, so that a key that is not there is a fault of type.
export function types(): string {
  const keys = Object.keys(wordsIn('en')).map((key) => `\n    | '${key}'`);
  const each = languages().map((lang) => `'${lang}'`);
  return `// The keys of table.toml and page.toml in data/words. Written by \`npm run keys\`: do not edit.
declare module '${MODULE}' {
  export type Key =${keys.join('')};
  const words: Record<${each.join(' | ')}, Record<Key, string>>;
  export default words;
}
`;
}

export function words(): Plugin {
  return {
    name: 'words',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return;
      for (const lang of languages()) for (const path of files(lang)) this.addWatchFile(path);
      // The keys, which are the same in every language, travel once.
      const keys = Object.keys(wordsIn('en'));
      const texts = languages().map((lang) => {
        const own = wordsIn(lang);
        return [lang, keys.map((key) => own[key])];
      });
      return `const keys = ${JSON.stringify(keys)};
const named = (texts) => Object.fromEntries(keys.map((key, at) => [key, texts[at]]));
const all = ${JSON.stringify(Object.fromEntries(texts))};
export default Object.fromEntries(Object.entries(all).map(([lang, texts]) => [lang, named(texts)]));`;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TYPES, types());
