/* The service worker: files that never change come from the browser's own store, and where no page can be reached, one says so.
   Before it stand, put there by the server: VERSION, OFFLINE (a page in one language) and FILES (all files of the house).
   Pages, streams, answers and everything else about a table or a person pass by here untouched: nothing of it is ever kept. */

const STORE = `eminence ${VERSION}`;

addEventListener("install", (event) => {
  const take = async () => {
    const store = await caches.open(STORE);
    await store.addAll([OFFLINE, ...SHELL]);
    await skipWaiting();
  };
  event.waitUntil(take());
});

addEventListener("activate", (event) => {
  const clear = async () => {
    for (const name of await caches.keys()) if (name.startsWith("eminence ") && name !== STORE) await caches.delete(name);
  };
  event.waitUntil(clear());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => kept(OFFLINE)));
  else if (FILES.includes(url.pathname) && !url.search) event.respondWith(file(request));
});

const kept = async (address) => (await (await caches.open(STORE)).match(address)) ?? Response.error();

/** A file whose address names its content: from the store, else from the server and into the store. */
async function file(request) {
  const store = await caches.open(STORE);
  const known = await store.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok && answer.type === "basic") await store.put(request, answer.clone());
  return answer;
}
