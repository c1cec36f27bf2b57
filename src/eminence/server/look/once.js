/* What stays when a new scene comes: what a person has picked, what has moved once, and what matters in sight.
   Radio buttons, and boxes with data-keep, are found again by their id. Something that moves by itself, card after card,
   has a name (data-once): it is brought into sight when it begins (unless data-quiet), and in the next scene it goes on
   where it was. */

const ANSWERS = "[data-part] :is(button[form='answer'], .composer button[data-index], input[type='radio'])";
const ROOM = 6; // around what is lit
const LONG = 60000; // what moves for longer is not waited for
const began = new Map();
let asked = "";
let before = []; // the answers in the scene that goes, and where on the page they lay
let left = 0; // how far down the page was when we last left it to the person

function askNow() {
  return document.querySelector("#answer [name='ask']")?.value;
}

/* What is data-keep="device" is remembered on this device, from page to page: a card that lies face down, what one has
   noted. Nothing of it is sent anywhere. */
const ON_DEVICE = "[data-keep='device'][id]";
const nameOf = (field) => `eminence.kept ${field.matches("textarea, select") ? location.pathname : ""} ${field.id}`;

function recall(root) {
  for (const field of root.querySelectorAll(ON_DEVICE)) {
    try {
      const was = localStorage.getItem(nameOf(field));
      if (was === null) continue;
      if (field.type === "checkbox") field.checked = was === "yes";
      else field.value = was;
    } catch { /* a browser that keeps nothing */ }
  }
}

document.addEventListener("input", ({ target }) => {
  if (!target.matches?.(ON_DEVICE)) return;
  try {
    localStorage.setItem(nameOf(target), target.type === "checkbox" ? (target.checked ? "yes" : "no") : target.value);
  } catch { /* then it lasts as long as the page */ }
});
recall(document);

document.addEventListener("change", ({ target }) => { // it was looked at: now the question
  if (target.matches?.("[data-first-look]")) document.getElementById("prompt")?.focus({ preventScroll: true });
});

document.addEventListener("house:drawn", ({ detail: draft }) => {
  recall(draft);
  for (const picked of document.querySelectorAll("#scene :is([type='radio'], [data-keep])[id]:checked")) {
    const again = draft.querySelector(`#${CSS.escape(picked.id)}`);
    if (again) again.checked = true;
  }
  before = answersNow();
});

/** What moves goes on where it was; what has just begun is returned. */
function goOn() {
  const there = new Set();
  let fresh = null;
  for (const moving of document.querySelectorAll("[data-once]")) {
    const name = moving.dataset.once;
    there.add(name);
    if (!began.has(name)) {
      began.set(name, performance.now());
      if (!("quiet" in moving.dataset)) fresh = moving;
    }
    for (const animation of moving.getAnimations({ subtree: true })) animation.currentTime = performance.now() - began.get(name);
  }
  for (const name of began.keys()) if (!there.has(name)) began.delete(name);
  return fresh;
}

/** What lies on the table to be answered with: what it is, where on the page it lies, and whether it is in sight. */
function answersNow() {
  const edge = edgeOfBar();
  return [...document.querySelectorAll(ANSWERS)].filter((one) => one.getClientRects().length).map((one) => {
    const { top, bottom } = (one.closest("label") ?? one).getBoundingClientRect();
    return { one, name: one.id || one.value || one.dataset.index, top, bottom, at: top + scrollY, seen: top >= 0 && bottom <= edge };
  });
}

function edgeOfBar() {
  return document.querySelector(".ask")?.getBoundingClientRect().top ?? innerHeight;
}

function scrollOn(by) {
  if (by) scrollBy({ top: by, behavior: "instant" });
  left = scrollY;
}

/** The answers to a new question come into sight: all of them, or where there is no room for all, the first. */
function inSight() {
  const ask = asked = askNow();
  if (!ask) return;
  const moving = [...document.querySelectorAll("[data-once]:not([data-quiet])")].flatMap((one) => one.getAnimations({ subtree: true }))
    .filter((animation) => animation.effect.getComputedTiming().endTime < LONG && animation.playState !== "finished");
  const moved = Promise.allSettled(moving.map((animation) => animation.finished)); // first look at that
  left = scrollY;
  if (moving.length) moved.then(() => { if (asked === ask && scrollY === left) show(); });
  else show();
}

function show() {
  const answers = answersNow();
  if (!answers.length) return;
  const [top, bottom] = [Math.min(...answers.map((one) => one.top)), Math.max(...answers.map((one) => one.bottom))];
  const edge = edgeOfBar();
  if (bottom - top + 2 * ROOM <= edge) scrollOn(Math.min(top - ROOM, 0) || Math.max(bottom + ROOM - edge, 0));
  else if (!answers.some((one) => one.seen)) answers[0].one.scrollIntoView({ block: "center" });
}

/** The same question in a new scene, since somebody else has answered: what is about to be touched stays where it is. */
function hold() {
  const was = before.filter((one) => one.seen);
  const after = new Map(answersNow().reverse().map((one) => [one.name, one]));
  const one = was.find(({ name }) => after.has(name));
  if (!one) return; // elsewhere on the table
  scrollOn(after.get(one.name).at - one.at);
  if (was.length === before.length) show();
}

document.addEventListener("house:swapped", () => {
  const fresh = goOn();
  if (fresh) fresh.scrollIntoView({ block: "nearest" });
  if (askNow() !== asked) inSight();
  else if (asked && !fresh) hold();
});
goOn();
if (!scrollY) inSight();
