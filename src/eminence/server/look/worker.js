/* The service worker: files that never change come from the browser's own store, and where no page can be reached, one says so.
   Before it stand, put there by the server: VERSION, OFFLINE (a page in one language) and FILES (all files of the house).
   Pages, streams, answers and everything else about a table or a person pass by here untouched: nothing of it is ever kept. The companion is
   the same for everybody and keeps itself, in a store of its own. */

const STORE = `eminence ${VERSION}`;
const PATIENCE = 4000; // milliseconds for a server that may be gone

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
  if (request.mode === "navigate") event.respondWith(page(request, url));
  else if (FILES.includes(url.pathname) && !url.search) event.respondWith(file(request));
  else if (url.pathname.startsWith("/static/")) event.respondWith(caches.match(request).then((known) => known ?? fetch(request)));
});

/** A page: the companion, which keeps itself (companion.js), from there where the server does not answer soon; else that nothing can be reached. */
async function page(request, url) {
  const own = url.pathname.startsWith("/companion") ? await ownCompanion(url.pathname) : null;
  const late = own ? new Promise((done) => { setTimeout(done, PATIENCE); }) : new Promise(() => {});
  const answer = await Promise.race([fetch(request).catch(() => null), late]);
  return answer ?? own ?? kept(OFFLINE);
}

/** What was kept under a path; under one that only leads on, the page that it leads to. */
async function ownCompanion(path) {
  const known = await (await caches.open("companion")).match(path);
  if (known || path.split("/").length > 3) return known ?? null;
  const pages = await (await caches.open("companion")).keys();
  const page = pages.find((one) => new URL(one.url).pathname.startsWith(`${path}/`));
  return page ? Response.redirect(page.url, 302) : null;
}

const kept = async (address) => (await (await caches.open(STORE)).match(address)) ?? Response.error();

/** A file whose address names its content: from the store, else from the server and into the store. */
async function file(request) {
  const store = await caches.open(STORE);
  const known = await store.match(request);
  if (known) return known;
  const answer = await fetch(request).catch(() => caches.match(request));
  if (!answer) return Response.error();
  if (answer.ok && answer.type === "basic") await store.put(request, answer.clone());
  return answer;
}
