// Keeps the page for the times without a server: its own files for good, words, sheets and rules as last seen.
const FILES = '@files';
const CACHE = 'touchline-@version';
// What the engine keeps itself (web/engine/books.ts).
const BOOKS = 'touchline-books';
// Where the page lies; addresses are compared without it.
const ROOT = new URL('./', self.location).pathname;
const KEPT = [/^\/api\/games$/, /^\/api\/games\/[^/]+\/(sheet|rules)/, /^\/api\/words\//];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const stale = async () => {
    for (const name of await caches.keys()) if (name !== CACHE && name !== BOOKS) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(stale());
});

// The network first, the last good answer when there is none.
async function fresh(request, key) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  } catch (failure) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw failure;
  }
}

// Every address of the page is the same page; a table's carries lines about it in its head, so that of the shelf is kept.
async function shell(request, path) {
  if (path === '/') return fresh(request, ROOT);
  return fetch(request).catch(async (failure) => {
    const own = await caches.match(ROOT);
    if (own) return own;
    throw failure;
  });
}

async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  const path = url.pathname.slice(ROOT.length - 1);
  if (request.mode === 'navigate') event.respondWith(shell(request, path));
  else if (path.startsWith('/assets/')) event.respondWith(kept(request));
  else if (KEPT.some((one) => one.test(path))) event.respondWith(fresh(request, request.url));
});
