/* The table and the gathering: answers are sent in the background, and what changes comes by the stream.
   All texts stand in the page. Pages work without this script: it only saves reloads. */

const live = document.querySelector("[data-live]");
const piece = document.getElementById("scene") ?? document.getElementById("room");
const notice = document.getElementById("notice");
const connection = document.getElementById("connection");
const told = document.getElementById("told");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/* -- swapping: a new scene takes the place of the old one, and the cards travel ------------------------------------- */

const TRAVELLERS = 24; // more cards than the eye can follow only fade
let shown = "";
let initial = "";
let last = live.dataset.last;
let running = null;
let waiting = null;

function parsed(html) {
  const draft = document.createElement("template");
  draft.innerHTML = html;
  withoutNoscript(draft.content);
  return draft;
}

/** What is there for those without a script goes. (Pieces are parsed as if there were none.) */
const withoutNoscript = (root) => root.querySelectorAll("noscript").forEach((element) => element.remove());

const numberOf = (root) => Number(root.querySelector(".scene")?.dataset.number ?? 0);
const numberIn = (html) => (html === null ? -1 : numberOf(parsed(html).content));

/** Where each card lies within its part of the table. */
function places() {
  const found = new Map();
  for (const card of piece.querySelectorAll("[data-card]")) {
    const part = card.closest("[data-part]");
    const [at, origin] = [card.getBoundingClientRect(), part?.getBoundingClientRect() ?? { left: 0, top: 0 }];
    if (at.width) found.set(card.dataset.card, { card, part: part?.dataset.part, x: at.left - origin.left, y: at.top - origin.top });
  }
  return found;
}

/** Whatever has the focus, described so that it can be found again in the new scene. */
function focusNow() {
  const element = document.activeElement;
  if (!piece.contains(element)) return null;
  const selectors = [];
  const form = element.getAttribute("form") ?? element.form?.id;
  if (element.id) selectors.push(`#${CSS.escape(element.id)}`);
  if (element.name && form) selectors.push(`[name="${element.name}"][value="${CSS.escape(element.value)}"]`);
  if (element.matches("summary") && element.parentElement.id) selectors.push(`#${CSS.escape(element.parentElement.id)} > summary`);
  if (element.dataset.card) selectors.push(`button[data-card="${CSS.escape(element.dataset.card)}"]`);
  return selectors;
}

function restoreFocus(selectors) {
  if (!selectors || piece.contains(document.activeElement)) return;
  const again = selectors.map((selector) => piece.querySelector(selector)).find((one) => one?.getClientRects().length);
  (again ?? document.getElementById("prompt"))?.focus({ preventScroll: true });
}

/** What was open stays open, what was chosen stays chosen, and what is new in the story is marked. */
function settle(open, shut, typed) {
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  for (const id of shut) document.getElementById(id)?.removeAttribute("open");
  for (const [id, value] of typed) Object.assign(document.getElementById(id) ?? {}, { value });
  markStory();
  document.dispatchEvent(new CustomEvent("house:swapped", { detail: piece }));
}

function swap(html, { now = false } = {}) {
  if (html === shown) return;
  if (shown === "" && parsed(html).innerHTML.trim() === initial) { shown = html; return; } // as the page came
  if (!now && (running || pressing || piece.querySelector(".dragged"))) { // one thing at a time; of several scenes that wait, the newest
    if (numberIn(html) >= numberIn(waiting)) waiting = html;
    return;
  }
  const draft = parsed(html);
  if (waiting === html || numberIn(waiting) < numberOf(draft.content)) waiting = null; // one that is newer still comes: nobody sends it again
  if (numberOf(draft.content) < numberOf(piece)) return; // a late word about an older table
  shown = html;
  running?.skipTransition();
  document.dispatchEvent(new CustomEvent("house:drawn", { detail: draft.content })); // what was half composed is put in

  const fresh = [...draft.content.childNodes];
  const old = [...piece.childNodes];
  const put = () => { // as the old scene is then: until the motion begins, somebody may go on in it
    const open = [...piece.querySelectorAll("details[open][id]")].map((element) => element.id);
    const shut = [...piece.querySelectorAll("details[data-shown]:not([open])")].map((element) => element.id);
    const typed = [...piece.querySelectorAll("select[id]")].map((field) => [field.id, field.value]);
    const focus = focusNow();
    const prompt = document.getElementById("prompt")?.textContent;
    piece.replaceChildren(...fresh);
    settle(open, shut, typed);
    restoreFocus(focus);
    const asked = document.getElementById("prompt")?.textContent;
    if (asked && asked !== prompt) tell(asked);
  };
  if (!document.startViewTransition || stillness.matches || document.hidden) {
    put();
    if (stillness.matches) piece.firstElementChild?.classList.add("faded");
    return;
  }
  const moved = travellers(fresh, old);
  for (const [before, after, name] of moved) before.style.viewTransitionName = after.style.viewTransitionName = name;
  const transition = document.startViewTransition(put);
  running = transition;
  for (const stage of [transition.ready, transition.updateCallbackDone]) stage.catch(() => {}); // too slow a machine: no motion
  transition.finished.catch(() => {}).finally(() => {
    for (const [before, after] of moved) before.style.viewTransitionName = after.style.viewTransitionName = "";
    if (running !== transition) return;
    running = null;
    if (waiting !== null) swap(waiting);
  });
}

const goOn = () => { if (waiting !== null && !running) swap(waiting); };
document.addEventListener("house:dropped", goOn);

/* A scene that came between pressing a button, or a key, and letting it go would swallow the tap: it waits for the click. */
let pressing = 0;
const released = () => { pressing = 0; goOn(); };
for (const begin of ["pointerdown", "keydown"]) {
  addEventListener(begin, () => { clearTimeout(pressing); pressing = setTimeout(released, 2000); }, true);
}
for (const end of ["pointerup", "pointercancel", "keyup"]) {
  addEventListener(end, () => { clearTimeout(pressing); pressing = setTimeout(released, 30); }, true);
}

/** The cards whose place changes. The new scene is laid out for a moment, unseen, to find where they go. */
function travellers(fresh, old) {
  const [top, before, held] = [scrollY, places(), document.activeElement];
  piece.replaceChildren(...fresh);
  const after = places();
  piece.replaceChildren(...old);
  if (piece.contains(held)) held.focus({ preventScroll: true });
  scrollTo({ top, behavior: "instant" });
  const moved = [];
  for (const [name, from] of before) {
    const to = after.get(name);
    if (to && (to.part !== from.part || Math.abs(to.x - from.x) > 2 || Math.abs(to.y - from.y) > 2)) {
      moved.push([from.card, to.card, `card-${name}`]);
    }
  }
  return moved.length <= TRAVELLERS ? moved : [];
}

/* -- what is told: the last event, the live region, quiet signs ----------------------------------------------------- */

/** In the story too one sees what has happened since one's last answer. */
function markStory() {
  const since = Number(piece.querySelector(".scene")?.dataset.since);
  for (const line of document.querySelectorAll("#story > li")) line.classList.toggle("just", Number(line.dataset.number) >= since);
}

function tell(text) {
  if (!told || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  told.append(line);
  while (told.childElementCount > 6) told.firstElementChild.remove();
}

document.addEventListener("house:tell", (event) => tell(event.detail));

let noticeTimer = 0;
function showNotice(text) {
  clearTimeout(noticeTimer);
  notice.textContent = text;
  if (text) noticeTimer = setTimeout(() => { notice.textContent = ""; }, 9000);
}

/** Lines of story or chat; those that are there already are passed over. */
function append(list, html) {
  if (!list) return;
  const scroll = list.parentElement;
  const atEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 40;
  for (const line of parsed(html).content.querySelectorAll("li")) {
    if (list.querySelector(`[data-number="${CSS.escape(line.dataset.number)}"]`)) continue;
    list.append(line);
    if (!line.classList.contains("you")) tell(line.textContent.trim().replace(/\s+/g, " "));
  }
  if (atEnd) scroll.scrollTop = scroll.scrollHeight;
}

/* -- the stream ----------------------------------------------------------------------------------------------------- */

let source = null;
let lost = false;
let lostTimer = 0;
let pause = 1200;
let hiddenSince = 0;

function listen() {
  clearTimeout(lostTimer);
  lostTimer = 0;
  source?.close();
  const drawn = live.dataset.drawn ?? ""; // the scene that the page came with need not come again; later, there may be another
  live.dataset.drawn = "";
  source = new EventSource(`${live.dataset.stream}?last=${encodeURIComponent(last)}&drawn=${drawn}`);
  const on = (name, act) => source.addEventListener(name, (event) => {
    if (event.lastEventId) last = event.lastEventId;
    act(event.data);
  });
  on("table", (html) => swap(html));
  on("room", (html) => swap(html));
  on("story", (html) => { append(document.getElementById("story"), html); markStory(); });
  on("chat", (html) => { append(document.getElementById("chat"), html); document.dispatchEvent(new CustomEvent("house:chat")); });
  on("go", (path) => { if (/^\/(?!\/)/.test(path)) location.assign(path); });
  source.addEventListener("open", found);
  source.addEventListener("error", missed);
}

/** Errors come again and again while the browser tries: the first begins the wait, the others change nothing. */
function missed() {
  if (lostTimer) return;
  lostTimer = setTimeout(() => {
    lostTimer = 0;
    if (source.readyState === EventSource.OPEN) return;
    tellLost();
    if (source.readyState === EventSource.CLOSED) listen(); // the browser has given up
    else missed();
  }, pause + Math.random() * 400);
  pause = Math.min(pause * 1.4, 15000);
}

function tellLost() {
  lost = true;
  live.dataset.connection = "lost";
  connection.textContent = live.dataset.lost;
}

function found() {
  clearTimeout(lostTimer);
  [lostTimer, pause] = [0, 1200];
  live.dataset.connection = "open";
  if (!lost) return;
  lost = false;
  connection.textContent = live.dataset.found;
  setTimeout(() => { if (!lost) connection.textContent = ""; }, 2500);
  refresh();
}

/** Come back to the page, or to the network: a stream that slept may be dead without knowing it. */
function check() {
  if (document.hidden) { hiddenSince = Date.now(); return; }
  const slept = hiddenSince && Date.now() - hiddenSince > 30000;
  hiddenSince = 0;
  if (slept || source.readyState !== EventSource.OPEN) listen();
}
document.addEventListener("visibilitychange", check);
addEventListener("offline", tellLost);
addEventListener("online", () => listen());
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", (event) => { if (event.persisted) { listen(); refresh(); } });

async function refresh() {
  if (piece.id !== "scene") return;
  try {
    const answer = await fetch(live.dataset.url, { headers: { "X-Fragment": "scene" } });
    if (answer.ok) take(await answer.text(), false);
  } catch { /* the stream tells of a lost connection */ }
}

/** Use an answer if it is a piece of this page: nothing, or something else, leaves the table as it is. */
function take(html, now) {
  if (piece.id === "room" ? html : /^\s*<div class="scene"/.test(html)) swap(html, { now });
}

/* -- answers -------------------------------------------------------------------------------------------------------- */

const sending = new Set();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!live.contains(form) || form.matches(".settings")) return; // another page, or nothing of this one
  if (piece.id === "room" && !form.action.endsWith("/seat")) return; // leaving the room opens another page
  event.preventDefault();
  const gate = form.elements.ask?.value ?? form.id; // the stream may show the next ask before this one is answered for
  if (sending.has(gate)) return; // a double tap sends once
  sending.add(gate);
  send(form, event.submitter).finally(() => sending.delete(gate));
});

async function send(form, button) {
  const fields = new URLSearchParams(new FormData(form, button));
  if (form.id === "back") fields.set("whole", "yes"); // what was composed as one is taken back as one
  const posts = form.method === "post";
  const url = posts ? form.action : `${form.action.split("?")[0]}?${fields}`;
  const marked = [form, button].filter(Boolean);
  marked.forEach((element) => element.setAttribute("aria-busy", "true"));
  showNotice("");
  try {
    const answer = await sure(url, { method: form.method, body: posts ? fields : undefined, headers: { "X-Fragment": piece.id } });
    const text = await answer.text();
    showNotice("");
    if (answer.redirected) {
      location.assign(answer.url); // to another table
    } else if (answer.ok) {
      if (form.id === "why") { // on the sheet of what was pressed: see what.js
        const because = parsed(text).content.querySelector(".ask > .because");
        document.dispatchEvent(new CustomEvent("house:why", { detail: { place: button, because } }));
        return;
      }
      if (form.id === "say") form.elements.text.value = "";
      if (form.id === "quiet") flip(button);
      if (posts && !["note", "notes"].includes(form.id) && !form.id.startsWith("say")) document.getElementById("news")?.remove();
      take(text, true);
    } else {
      if (answer.status === 409) await refresh();
      showNotice(answer.headers.get("content-type")?.startsWith("text/plain") ? text : live.dataset.failed);
    }
  } finally {
    marked.forEach((element) => element.removeAttribute("aria-busy"));
  }
}

/** A switch outside of the scene: what it does next is the opposite. */
function flip(button) {
  button.ariaPressed = String(button.value === "yes");
  button.value = button.value === "yes" ? "no" : "yes";
}

/** Fetch until there is an answer. What was asked goes along, so the server takes a second sending as the first. */
async function sure(url, options) {
  for (let pause = 500; ; pause = Math.min(pause * 2, 8000)) {
    try {
      const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(15000) });
      if (![502, 503, 504].includes(answer.status) || pause > 4000) return answer;
    } catch {
      showNotice(live.dataset.failed);
    }
    await Promise.race([wait(pause), new Promise((done) => addEventListener("online", done, { once: true }))]);
  }
}

/* -- begin ---------------------------------------------------------------------------------------------------------- */

withoutNoscript(piece);
initial = piece.innerHTML.trim();
markStory();
if (!navigator.onLine) tellLost(); // the page may come out of the browser's memory
listen();
