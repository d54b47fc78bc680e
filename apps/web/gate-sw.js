// Caches the gate's page on the device, so that a tablet that is switched on without a network can open it. The build inserts the file
// names. Responses of the API are never cached.
const CACHE = 'gate-__VERSION__';
const FILES = ['__FILES__'];
const PAGE = '/gate.html';
const SCREENS =
  /^\/app\/(?:check(?:(?:in|out)\.(?:fingerprint|pin)|\.(?:rollcall|trip|cash|start))|school\.menu\.consume)\/?$/;
/** Opened from the cache at once: in a fire nobody waits for a network. The next worker brings a newer page. */
const AT_ONCE = /^\/app\/check\.rollcall\/?$/;
/** Timeout after which the network counts as down. */
const PATIENCE_MS = 1_000;

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  const others = caches.keys().then((names) => names.filter((name) => name.startsWith('gate-') && name !== CACHE));
  event.waitUntil(
    others.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (AT_ONCE.test(url.pathname)) event.respondWith(kept(PAGE).then((page) => page ?? fetch(request)));
    else if (SCREENS.test(url.pathname)) event.respondWith(fromNetwork(request, PAGE));
  } else if (url.pathname.startsWith('/assets/')) {
    // The content of a file of that name never changes.
    event.respondWith(kept(url.pathname).then((file) => file ?? fetch(request)));
  } else if (FILES.includes(url.pathname)) event.respondWith(fromNetwork(request, url.pathname));
});

async function fromNetwork(request, instead) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.status < 500) return answer;
    return (await kept(instead)) ?? answer;
  } catch (error) {
    const file = await kept(instead);
    if (file) return file;
    throw error;
  }
}

async function kept(path) {
  return (await caches.open(CACHE)).match(path);
}
