// After Vite: writes the service worker with the list of files it keeps, and a .gz beside every file that shrinks by it.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url));

function files(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? files(path) : [path];
    })
    .filter((path) => !path.endsWith('.gz'));
}

const address = (path) => '/' + relative(dist, path).split(sep).join('/');

// Pictures are for programs that show a link: no page needs them.
const kept = files(dist).filter((path) => !path.endsWith('sw.js') && !path.endsWith('.png'));
// Addresses are told from the worker's own: the page may lie in any folder.
const shell = kept.map(address).map((path) => (path === '/index.html' ? './' : `.${path}`));
const version = createHash('sha256');
for (const path of kept) version.update(readFileSync(path));
const worker = readFileSync(new URL('./sw.js', import.meta.url), 'utf8')
  .replace("'@files'", JSON.stringify(shell))
  .replace('@version', version.digest('hex').slice(0, 12));
writeFileSync(join(dist, 'sw.js'), worker);

let total = 0;
for (const path of files(dist)) {
  const bytes = readFileSync(path);
  const small = gzipSync(bytes, { level: 9 });
  // Fonts are compressed already.
  const gain = small.length < bytes.length * 0.95;
  if (gain) writeFileSync(path + '.gz', small);
  const size = gain ? small.length : bytes.length;
  if (kept.includes(path)) total += size;
  console.log(`${String(size).padStart(8)}  ${address(path)}`);
}
console.log(`${String(total).padStart(8)}  bytes compressed in all, pictures for links apart`);
