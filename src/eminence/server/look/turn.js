/* Whose turn it is, told beyond the page: the tab's title and icon, and a notification for whoever asked for one.
   And the column of story and chat, which folds away and stays so. */

const table = document.getElementById("table");
const icon = document.querySelector("link[rel='icon']");
const plainIcon = icon.href;
const notify = document.getElementById("notify");
const fold = document.getElementById("fold");
const remembered = (key, value) => {
  try {
    if (value !== undefined) localStorage.setItem(key, value);
    return localStorage.getItem(key);
  } catch {
    return null; // a browser that keeps nothing
  }
};

/* -- the turn ------------------------------------------------------------------------------------------------------- */

let wasTurn = null;
let wasOver = null;

function look() {
  const scene = document.querySelector("#scene > .scene");
  if (!scene) return;
  const [turn, over] = [scene.dataset.turn === "yes", scene.dataset.over === "yes"];
  document.title = scene.dataset.title;
  icon.href = turn ? table.dataset.turnIcon : plainIcon;
  if (turn && wasTurn === false) {
    document.dispatchEvent(new CustomEvent("house:turn"));
    if (document.hidden) ring(scene.dataset.title);
  }
  if (over && wasOver === false) {
    document.dispatchEvent(new CustomEvent("house:over"));
    write(scene);
  }
  [wasTurn, wasOver] = [turn, over];
}

/** The final count is written line by line, the first time it is seen. */
function write(scene) {
  const rows = scene.querySelectorAll(".ledger tbody tr, .ledger tfoot tr");
  rows.forEach((row, number) => row.style.setProperty("--line-number", Math.min(number, 24)));
  scene.style.setProperty("--lines", Math.min(rows.length, 25)); // then who has won, and by how much
  scene.classList.add("counting");
  scene.querySelector(".count")?.scrollIntoView({ block: "start" });
}

document.addEventListener("house:swapped", look);
look();

/* -- notifications: never asked for unprompted ---------------------------------------------------------------------- */

const KEY = "eminence.notify";
const allowed = () => "Notification" in window && Notification.permission === "granted" && remembered(KEY) === "yes";

function ring(title) {
  if (!allowed()) return;
  try {
    const bell = new Notification(table.dataset.turnTitle, { body: title, tag: table.dataset.url, icon: table.dataset.turnIcon });
    bell.addEventListener("click", () => { window.focus(); bell.close(); });
  } catch { /* some phones have no notifications from pages; title and icon tell it there */ }
}

if ("Notification" in window && isSecureContext && Notification.permission !== "denied" && !allowed()) {
  notify.hidden = false;
  notify.addEventListener("click", async () => {
    if (await Notification.requestPermission() !== "granted") { notify.hidden = true; return; }
    remembered(KEY, "yes");
    const done = document.createElement("span");
    done.role = "status";
    done.textContent = notify.dataset.on;
    notify.replaceWith(done);
  });
}

/* -- story and chat ------------------------------------------------------------------------------------------------- */

const FOLDED = "eminence.folded";

function setFolded(folded) {
  table.classList.toggle("folded", folded);
  fold.setAttribute("aria-expanded", String(!folded));
}
fold.hidden = false;
setFolded(remembered(FOLDED) === "yes");
fold.addEventListener("click", () => {
  const folded = !table.classList.contains("folded");
  remembered(FOLDED, folded ? "yes" : "no");
  setFolded(folded);
});

for (const scroll of document.querySelectorAll("#aside .scroll")) scroll.scrollTop = scroll.scrollHeight;

/* Something new in the chat shows on the way to it, until the chat is in view. */
let unread = false;
const chat = document.getElementById("chat");
const mark = () => document.querySelectorAll(".to-aside, #fold").forEach((way) => way.classList.toggle("unread", unread));
const seen = new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting)) { unread = false; mark(); }
});
seen.observe(chat.parentElement);
document.addEventListener("house:chat", () => {
  const box = chat.parentElement.getBoundingClientRect();
  unread = !box.width || box.top > innerHeight;
  mark();
});
document.addEventListener("house:swapped", mark);

/* The height of the ask bar, with the rule that may be open above it: what has the focus is never scrolled under them.
   Both are read before either is written: every element of the page gets its style anew for that. */
const room = new ResizeObserver(measure);
const heights = document.documentElement.style;
function measure() {
  const parts = document.querySelectorAll(".ask, .rule[open] > .rule-text");
  const height = [...parts].reduce((sum, part) => sum + part.offsetHeight, 0);
  const bar = document.querySelector(".ask")?.offsetHeight ?? 0;
  heights.setProperty("--covered", `${height}px`);
  heights.setProperty("--ask-height", `${bar}px`);
}
function watchBar() {
  room.disconnect();
  document.querySelectorAll(".ask, .rule-text").forEach((part) => room.observe(part));
}
document.addEventListener("house:swapped", watchBar);
watchBar();

/* Ways within the page lead there, for the eye and for the focus, and leave no trace in the address. */
table.addEventListener("click", (event) => {
  const place = document.getElementById(event.target.closest?.("a[href^='#']")?.hash.slice(1));
  if (!place) return;
  event.preventDefault();
  place.scrollIntoView({ block: "start" });
  place.focus({ preventScroll: true });
});
